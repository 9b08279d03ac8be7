/**
 * A copy of an ASCII string that shares no memory with the text it was cut from. V8 keeps substrings of 13 characters
 * and more as views, so one such key in a long-lived map would keep a whole source file alive.
 */
export function ownedAscii(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, "latin1").toString("latin1");
}
