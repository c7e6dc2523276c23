import { createContents, type Recent } from "./contents";

/** The most documents whose hashes a mark keeps: 96 KiB. */
export const MOST_RECENT = 8_192;

/** Bytes of one short hash, of an id or of a content. */
const HASH_BYTES = 6;
const ROW_BYTES = 2 * HASH_BYTES;

/** Encodes the documents for a mark, sorted by their ids; null if there are too many. */
export function encodeRecent(recent: Recent, most = MOST_RECENT): string | null {
  if (recent.size > most) return null;
  const rows = [...recent.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = Buffer.alloc(rows.length * ROW_BYTES);
  for (const [at, [id, content]] of rows.entries()) {
    writeHash(bytes, at * ROW_BYTES, id);
    writeHash(bytes, at * ROW_BYTES + HASH_BYTES, content);
  }
  return bytes.toString("base64");
}

/** Decodes what {@link encodeRecent} has written; null if it is something else. */
export function decodeRecent(text: string): Recent | null {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % ROW_BYTES !== 0 || bytes.toString("base64") !== text) return null;
  const recent = createContents();
  for (let at = 0; at < bytes.length; at += ROW_BYTES)
    recent.set(readHash(bytes, at), readHash(bytes, at + HASH_BYTES));
  return recent;
}

function writeHash(bytes: Buffer, at: number, hash: bigint): void {
  bytes.writeUIntBE(Number(hash), at, HASH_BYTES);
}

function readHash(bytes: Buffer, at: number): bigint {
  return BigInt(bytes.readUIntBE(at, HASH_BYTES));
}
