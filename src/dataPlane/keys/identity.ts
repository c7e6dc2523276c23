import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { answersKey } from "./keys";
import { showsValue } from "./value";

/** What is known of a key beside its id, which a server that is set up anew gives to another one. */
export interface KnownKey {
  /** Null: imported. */
  readonly value: string | null;
  /** As the server has shown it; null: it showed none. */
  readonly value_prefix: string | null;
  /** What it allows. */
  readonly body: CreateKeyBody;
}

/**
 * - `same`: the key that is known.
 * - `other`: another one has its id.
 * - `unsure`: nobody can tell. Keys cannot be edited, and this one allows something else.
 */
export type Identity = "same" | "other" | "unsure";

/** The key that a server shows under an id, and whether it is the one that is known. */
export interface SeenKey {
  readonly shown: NodeKeyRecord;
  readonly identity: Identity;
}

/** Whether the key that a server shows is the one that is known (docs/design/data-plane.md#key). */
export function identityOf(shown: NodeKeyRecord, known: KnownKey): Identity {
  const begins = showsKnown(shown, known);
  if (begins === null) return answersKey(known.body, shown) ? "same" : "unsure";
  return begins ? "same" : "other";
}

/** The same before it is revoked: then what it allows must be the same, too. */
export function identityToRevoke(shown: NodeKeyRecord, known: KnownKey): Identity {
  const identity = identityOf(shown, known);
  return identity === "same" && !answersKey(known.body, shown) ? "unsure" : identity;
}

/** The value itself is the best witness: what stands beside it in the state may be what the server has shown of another key. */
function showsKnown(shown: NodeKeyRecord, { value, value_prefix: prefix }: KnownKey): boolean | null {
  if (value !== null) return showsValue(shown, value);
  const other = shown.value_prefix ?? "";
  if (prefix === null || prefix === "" || other === "") return null;
  // One server may show more of it than another.
  return other.startsWith(prefix) || prefix.startsWith(other);
}
