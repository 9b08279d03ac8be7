/** Longest signature kept. */
const MAX_SIGNATURE = 300;

/**
 * A declaration on one line without its body: `def acquire(self, amount)`.
 *
 * @param code the declaration's text from the start of its line, up to the body where the grammar names one.
 * @param bodyKnown whether `code` ends where the body begins; else it is cut at the first line whose brackets close.
 */
export function signatureOf(code: string, bodyKnown: boolean): string {
  const declaration = bodyKnown ? code : untilClosed(code);
  return declaration
    .slice(0, 4 * MAX_SIGNATURE)
    .replace(/^\s*(?:#(?!\[)|\/\/).*$/gm, "")
    .replace(/\s+/g, " ")
    .replace(/\s*(?:\{|=>|=|:|\bdo|\bthen|\bwhere|->|;)\s*$/, "")
    .trim()
    .slice(0, MAX_SIGNATURE);
}

/** The lines of `code` up to the first after which no bracket is open. */
function untilClosed(code: string): string {
  let open = 0;
  for (let at = 0; at < code.length && at < 4 * MAX_SIGNATURE; at++) {
    const char = code[at]!;
    if ("([".includes(char)) open++;
    else if (")]".includes(char)) open--;
    else if ((char === "\n" || char === "\r") && open <= 0) return code.slice(0, at);
    else if (char === "{" && open <= 0) return code.slice(0, at);
  }
  return code.slice(0, 4 * MAX_SIGNATURE);
}
