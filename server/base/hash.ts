import { createHash } from "node:crypto";

/** SHA-256 of `data`, its first 128 bits in hex (32 characters): content identity, not a secret. */
export function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 32);
}
