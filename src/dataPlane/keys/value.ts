import { createHash } from "node:crypto";
import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { KEY_PREFIX_LENGTH } from "../../api/limits";
import type { Nodes } from "../nodes";

/** The characters of values. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Nearly 6 bits each. */
const VALUE_LENGTH = 48;
/** Bytes from here on would make some characters more likely than others. */
const FAIR_BYTES = 256 - (256 % LETTERS.length);
/** The most values that are drawn while their first characters are taken: 238,000 values begin with one mark. */
const MAX_DRAWS = 100;

/** The permissions of a key. */
type Allowed = Pick<CreateKeyBody, "description" | "actions" | "collections" | "expires_at">;

/**
 * Chooses the value of a key before the request that creates it. Servers show no more of it than its first four characters, so
 * these identify it: the first one is a mark of its permissions ({@link markOf}), the other three are random.
 *
 * @param isTaken true if another key begins with these four characters
 */
export function chooseValue(
  body: Allowed,
  randomBytes: Nodes["randomBytes"],
  isTaken: (prefix: string) => boolean,
): string {
  for (let draws = 1; ; draws += 1) {
    const value = markOf(body) + randomLetters(VALUE_LENGTH - 1, randomBytes);
    if (draws === MAX_DRAWS || !isTaken(prefixOf(value))) return value;
  }
}

/** Returns the part of a value that servers show. */
export function prefixOf(value: string): string {
  return value.slice(0, KEY_PREFIX_LENGTH);
}

/**
 * Returns the first character of the values that this provider chooses for keys with these permissions. It must never change:
 * the next version finds by it what an interrupted apply of this one has left behind (docs/design/laws.md#l1).
 */
export function markOf({ description, actions, collections, expires_at }: Allowed): string {
  const allowed = [description ?? "", sorted(actions), sorted(collections), expires_at ?? null];
  const digest = createHash("sha256").update(JSON.stringify(allowed)).digest();
  return LETTERS.charAt(digest.readUInt32BE() % LETTERS.length);
}

/** True if the value of a key begins like those that this provider chooses for these permissions; by chance, one of 62 does. */
export function isMarked({ value_prefix: prefix }: Pick<NodeKeyRecord, "value_prefix">, body: Allowed) {
  return prefix?.startsWith(markOf(body)) ?? false;
}

/** True if a server shows the first characters of this value; null: it shows none. */
export function showsValue(
  { value_prefix: prefix }: Pick<NodeKeyRecord, "value_prefix">,
  value: string,
): boolean | null {
  return prefix === null || prefix === "" ? null : value.startsWith(prefix);
}

const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();

export function randomLetters(length: number, randomBytes: Nodes["randomBytes"]): string {
  let letters = "";
  while (letters.length < length) {
    const fair = [...randomBytes(length)].filter((byte) => byte < FAIR_BYTES);
    letters += fair.map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
  }
  return letters.slice(0, length);
}
