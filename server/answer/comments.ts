/** Comments and docstrings, marks taken off, neighbours joined: a sentence may run over lines. */
export function commentsOf(lines: readonly string[]): string[] {
  const comments: string[] = [];
  let open = false;
  let block = false;
  let inDoc = false;
  for (const line of lines) {
    const trailing = /(?:\s\/\/|\s#|\s--)\s+(.*)$/.exec(line)?.[1];
    const quotes = (line.match(/"""|'''/g) ?? []).length;
    const whole = block || inDoc || /^\s*(?:\/\/|#(?![![])|\/?\*|--|;|"""|''')/.test(line);
    const text = whole
      ? line.replace(/^\s*(?:\/\/[/!]?|\/?\*+\/?|#+|--+|;+|"""|''')/, "").replace(/\*\/|"""|'''/g, "")
      : trailing;
    if (quotes % 2 === 1) inDoc = !inDoc;
    if (/\/\*/.test(line)) block = true;
    if (/\*\//.test(line)) block = false;
    if (text === undefined || text.trim() === "") open = false;
    else if (open && whole) comments.push(`${comments.pop() ?? ""} ${text.trim()}`);
    else {
      comments.push(text.trim());
      open = whole;
    }
  }
  return comments;
}
