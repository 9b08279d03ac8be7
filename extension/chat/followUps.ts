/** Questions that the symbols of an answer lead to, at most three. */
export function followUpsOf(symbols: readonly string[]): { readonly prompt: string }[] {
  const [first, second] = symbols;
  return [
    ...(first ? [`Who calls ${first}?`, `Which tests cover ${first}?`] : []),
    ...(second ? [`How does ${second} work?`] : []),
  ].map((prompt) => ({ prompt }));
}
