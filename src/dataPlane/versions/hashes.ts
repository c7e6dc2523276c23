import { hash } from "node:crypto";

/** Returns the 64-bit hash of bytes. */
export function hashOfBytes(bytes: Uint8Array): bigint {
  return hash("sha256", bytes, "buffer").readBigUInt64LE(0);
}

/** Returns the 64-bit hash of an id, in UTF-8. */
export function hashOfId(id: string | Uint8Array): bigint {
  return hash("sha256", id, "buffer").readBigUInt64LE(0);
}

/**
 * Returns the 64-bit hash of a document, as `exactJson` reads it: the order of properties does not matter, and null equals a
 * missing property. Bigints are hashed by their digits.
 */
export function hashOfContent(document: object): bigint {
  return hash("sha256", canonical(document), "buffer").readBigUInt64LE(0);
}

/** The bits of a hash that a mark has room for. */
const SHORT_BITS = 48;

/** Returns the hash as a mark keeps it. */
export function shortHash(hash: bigint): bigint {
  return BigInt.asUintN(SHORT_BITS, hash);
}

/** Writes a value as JSON with sorted properties, without those that are null. */
function canonical(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const properties = Object.entries(value)
    .filter(([, part]) => part !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${properties.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(",")}}`;
}
