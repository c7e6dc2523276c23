import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { answersKey } from "./keys";
import { isMarked, showsValue } from "./value";

/** A create whose outcome is not known. */
export interface SentKey {
  readonly body: CreateKeyBody;
  /** The value that was chosen for it. */
  readonly value: string;
  /** Ids of the keys that were there before it was sent. */
  readonly before: ReadonlySet<string>;
  /** Whether a server has refused the value because a key has it (409): then it is this key. */
  readonly exists: boolean;
}

/** What the keys that are there now say of a create: which one it has made, which it may have made, or none so far. */
export type Outcome =
  | { readonly ours: NodeKeyRecord }
  | { readonly unsure: readonly NodeKeyRecord[] }
  | { readonly none: true };

/**
 * Looks for the key that a create has made. Keys that begin with the mark of this provider, and not with the chosen value, were
 * made by another run; those that do not may be ours at a server that chooses values by itself (docs/design/laws.md#l1).
 */
export function outcomeOf({ body, value, before, exists }: SentKey, all: readonly NodeKeyRecord[]): Outcome {
  const fresh = all.filter((key) => !before.has(key.id) && answersKey(body, key));
  const certain = fresh.filter((key) => showsValue(key, value) === true);
  const possible = fresh.filter((key) => (exists ? showsValue(key, value) === null : !isMarked(key, body)));
  const found = certain.length > 0 ? certain : possible;
  const [first, ...others] = found;
  if (first === undefined) return { none: true };
  const isCertain = certain.length > 0 || exists;
  return isCertain && others.length === 0 ? { ours: first } : { unsure: found };
}
