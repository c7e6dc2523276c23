import { createHmac, timingSafeEqual } from "node:crypto";
import { isRecord } from "../../domain/rules/fields";
import type { Embedded, NodeKey } from "../../domain/store/data";
import { NodeRefusalError } from "../call";

/** The permissions of a key, or of a scoped search key. */
export interface Access {
  /** The name in the journal. */
  readonly name: string;
  /** The key; for a scoped search key, its parent. */
  readonly key: NodeKey;
  /**
   * Returns the embedded search parameters if an action is allowed, else null.
   * @param collection the name of the collection in the request, or null
   * @param now epoch milliseconds
   */
  grant(action: string, collection: string | null, now: number): Embedded | null;
}

/** Returns the permissions of a secret, or null if no key has it. */
export function accessOf(keys: readonly NodeKey[], secret: string): Access | null {
  const key = keys.find(({ value }) => value === secret);
  if (key === undefined) return scopedAccess(keys, secret);
  return {
    name: nameOf(key),
    key,
    grant: (action, collection, now) => (permits(key, action, collection, now) ? {} : null),
  };
}

/** Returns the name in the journal: the id, which only listed keys have. */
function nameOf({ listed, id }: NodeKey): string {
  return listed ? `key ${id}` : `issued key ${-id}`;
}

/** True if a key allows an action, on the collection if one is given. */
export function permits(key: NodeKey, action: string, collection: string | null, now: number): boolean {
  if (isExpired(key.expires_at, now)) return false;
  const [resource] = action.split(":");
  const names = ["*", action, `${resource}:*`];
  const acts = key.actions.some((one) => names.includes(one));
  return acts && (collection === null || coversCollection(key, collection));
}

/** True if a key covers a collection: by its name, by a regular expression, or by `*`. */
export function coversCollection({ collections }: NodeKey, name: string): boolean {
  return collections.some((one) => one === "*" || one === name || matches(one, name));
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(name);
  } catch {
    return false;
  }
}

function isExpired(epochSeconds: number, now: number): boolean {
  return Math.floor(now / 1000) > epochSeconds;
}

const SEARCH = "documents:search";
/** Number of characters of the base64 digest, and of the parent's key after it. */
const DIGEST_LENGTH = 44;
const PREFIX_LENGTH = 4;

/** The content of a scoped search key: its parameters and its parent. */
interface Scoped {
  readonly parent: NodeKey;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Verifies a scoped search key (docs/design/api-assumptions.md#keys). Returns null if no key is its parent. */
function scopedKey(keys: readonly NodeKey[], secret: string): Scoped | null {
  const text = Buffer.from(secret, "base64").toString();
  const digest = text.slice(0, DIGEST_LENGTH);
  const prefix = text.slice(DIGEST_LENGTH, DIGEST_LENGTH + PREFIX_LENGTH);
  const embedded = text.slice(DIGEST_LENGTH + PREFIX_LENGTH);
  if (prefix.length < PREFIX_LENGTH) return null;
  const parent = keys.find(({ value }) => value.startsWith(prefix) && isDigestOf(digest, value, embedded));
  const parameters = parent && parsed(embedded);
  return parent !== undefined && isRecord(parameters) ? { parent, parameters } : null;
}

function isDigestOf(digest: string, secret: string, text: string): boolean {
  const own = Buffer.from(createHmac("sha256", secret).update(text).digest("base64"));
  const given = Buffer.from(digest);
  return own.length === given.length && timingSafeEqual(own, given);
}

/** A scoped key only allows searches. Its parent must only allow searches, too. */
function scopedAccess(keys: readonly NodeKey[], secret: string): Access | null {
  const scoped = scopedKey(keys, secret);
  if (scoped === null) return null;
  const { parent, parameters } = scoped;
  const { expires_at: until, ...embedded } = parameters;
  return {
    name: `${nameOf(parent)}, scoped`,
    key: parent,
    grant(action, collection, now) {
      const searchesOnly = parent.actions.length === 1 && parent.actions[0] === SEARCH;
      if (action !== SEARCH || !searchesOnly || !permits(parent, action, collection, now)) return null;
      if (until !== undefined && !isMoment(until)) return null;
      if (until !== undefined && isExpired(until, now)) return null;
      return embedded;
    },
  };
}

const isMoment = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0;

/** Returns a query with embedded parameters: they take precedence, and two filters are combined. @throws NodeRefusalError 400 */
export function withEmbedded(query: URLSearchParams, embedded: Embedded): URLSearchParams {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(embedded)) {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw new NodeRefusalError(400, "Error applying search parameters inside Scoped Search API key");
    }
    const own = name === "filter_by" ? query.get(name) : null;
    all.set(name, own === null ? String(value) : joined(own, String(value)));
  }
  return all;
}

function joined(...filters: string[]): string {
  return filters
    .filter((one) => one !== "")
    .map((one) => `(${one})`)
    .join(" && ");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
