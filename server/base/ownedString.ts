/**
 * A copy of `text` that shares no memory with the longer text it was cut from. V8 keeps substrings of 13 characters
 * and more as views, so one such key in a long-lived map would keep a whole source file alive.
 *
 * @param text without lone surrogates.
 */
export function ownedString(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}
