/** What the symbols of ctags that are not ours turned out to be, by language. */
export const UNMATCHED: Readonly<Record<string, string>> = {};
