const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("windows-1252");

/**
 * Text of a file's bytes without byte order mark: UTF-16 where a mark or its pattern of zero bytes says so,
 * UTF-8 where it is valid, else latin-1, which reads any byte and so keeps every line. null for binary data.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = utf16Order(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // ASCII-like text in UTF-16 without a mark has a zero in nearly every other byte.
  const head = bytes.subarray(0, 256);
  if (head.length < 8) return null;
  const zerosAt = (parity: number) => head.filter((byte, idx) => idx % 2 === parity && byte === 0).length;
  const half = head.length / 2;
  if (zerosAt(1) > half * 0.9 && zerosAt(0) === 0) return "utf-16le";
  if (zerosAt(0) > half * 0.9 && zerosAt(1) === 0) return "utf-16be";
  return null;
}
