import { KEY_PREFIX_LENGTH } from "../../../api/limits";
import type { CreateKeyBody, KnownKey, NodeKeyRecord } from "../../../dataPlane";
import { REPAIR_STATE, TerraformError } from "../../../framework";
import { sameInstant, toInstant } from "../../model/convert";
import { nodeIdentity, onNodes, parseChildId } from "../../shared/dataPlane";
import type { KeyValues } from "./schema";

/** Returns the name at the start of a sentence: `Key "storefront" (c-1/7)`. */
export function keyDisplayName({ description, id, ...values }: KeyValues): string {
  const name = description === null ? "Key" : `Key "${description}"`;
  return id === null ? `${name} ${onNodes(values)}` : `${name} (${id})`;
}

/**
 * Returns the server's id of a key.
 * @throws TerraformError if the id in the state is neither from an apply nor from an import.
 */
export function keyNumberOf({ id }: KeyValues): string {
  const number = childIn(id ?? "");
  if (number !== null) return number;
  // The message omits the id: a URL in it may hold credentials.
  throw new TerraformError(
    "The id of this searchcloud_key cannot be used",
    `It is not "<cluster_id>/<id>" or "<node url>/<id>". Nothing was sent. ${REPAIR_STATE}`,
    ["id"],
  );
}

/** The identity of a key: its number on the nodes. */
export const keyIdentity = nodeIdentity({
  name: "key_id",
  description: "The server's number of the key.",
  of: ({ id }: Pick<KeyValues, "id" | "cluster_id" | "node_urls">) => (id === null ? null : childIn(id)),
});

function childIn(id: string): string | null {
  try {
    return parseChildId(id, "id").child;
  } catch {
    return null;
  }
}

/** Returns the body of a create, without the value. */
export function keyBodyOf({
  description,
  actions,
  collections,
  expires_at: expires,
  autodelete,
}: Pick<KeyValues, "description" | "actions" | "collections" | "expires_at" | "autodelete">): CreateKeyBody {
  return {
    ...(description !== null && { description }),
    actions: [...actions].sort(),
    collections: [...collections].sort(),
    ...(expires !== null && { expires_at: Date.parse(expires) / 1000 }),
    ...(autodelete !== null && { autodelete }),
  };
}

/** Returns the part of a value that servers show. */
export function prefixIn(value: string): string {
  return value.slice(0, KEY_PREFIX_LENGTH);
}

/** Returns what the state holds of a key besides its id. */
export function knownKey(state: KeyValues): KnownKey {
  const { value, value_prefix } = state;
  return { value, value_prefix, body: keyBodyOf(state) };
}

/** Converts a record to the values of the resource. @param expires epoch seconds; null: never */
export function observedKey(
  record: NodeKeyRecord,
  expires: number | null,
  state: KeyValues,
): Partial<KeyValues> {
  const seen = toInstant(expires);
  const stays = seen !== null && state.expires_at !== null && sameInstant(seen, state.expires_at);
  return {
    description: record.description === "" ? null : record.description,
    actions: record.actions,
    collections: record.collections,
    expires_at: stays ? state.expires_at : seen,
    // Some servers do not show it; absent is false.
    autodelete:
      record.autodelete || state.autodelete !== null ? (record.autodelete ?? state.autodelete) : null,
    value_prefix: record.value_prefix ?? state.value_prefix,
  };
}

/** Returns the value of a key in the state of another provider. No other provider keeps it anywhere else. */
export function movedKey({ value }: Readonly<Record<string, unknown>>): Partial<KeyValues> {
  return { value: typeof value === "string" && value !== "" ? value : null };
}

/** True unless the value in the state is surely not that of a key that begins like this. */
export function isOfPrefix({ value }: KeyValues, { value_prefix: prefix }: Partial<KeyValues>): boolean {
  return value === null || prefix === null || prefix === undefined || prefixIn(value) === prefixIn(prefix);
}

/** True if a configured value can be that of a key whose value is unknown, as after an import. */
export function mayBeValueOf({ value: known, value_prefix: prefix }: KeyValues, value: unknown): boolean {
  return (
    known === null &&
    prefix !== null &&
    prefix !== "" &&
    typeof value === "string" &&
    value.startsWith(prefix)
  );
}

/** Describes the prefixes of the key that has the id now and of the one in the state: the end of a sentence. */
export function describePrefixes({ value_prefix: shown }: NodeKeyRecord, state: KeyValues): string {
  const own = (state.value === null ? null : prefixIn(state.value)) ?? state.value_prefix;
  return `its value begins with ${shown}, the one in the state with ${own}`;
}
