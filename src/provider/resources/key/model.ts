import { KEY_PREFIX_LENGTH } from "../../../api/limits";
import type { CreateKeyBody, KnownKey, NodeKeyRecord } from "../../../dataPlane";
import { REPAIR_STATE, TerraformError } from "../../../framework";
import { sameInstant, toInstant } from "../../model/convert";
import { onNodes, parseChildId } from "../../shared/dataPlane";
import type { KeyValues } from "./schema";

/** As a sentence begins with it: `Key "storefront" (c-1/7)`. */
export function keyDisplayName({ description, id, ...values }: KeyValues): string {
  const name = description === null ? "Key" : `Key "${description}"`;
  return id === null ? `${name} ${onNodes(values)}` : `${name} (${id})`;
}

/**
 * The server's id.
 * @throws TerraformError for an id that no apply and no import has put into the state.
 */
export function keyNumberOf({ id }: KeyValues): string {
  try {
    return parseChildId(id ?? "", "id").child;
  } catch {
    // Without the id: a URL in it may hold credentials.
    throw new TerraformError(
      "The id of this searchcloud_key cannot be used",
      `It is not "<cluster_id>/<id>" or "<node url>/<id>". Nothing was sent. ${REPAIR_STATE}`,
      ["id"],
    );
  }
}

/** What is requested of a server, and tells by itself what the key allows. */
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

/** What the state knows of the key beside its id. */
export function knownKey(state: KeyValues): KnownKey {
  const { value, value_prefix } = state;
  return { value, value_prefix, body: keyBodyOf(state) };
}

/** @param expires epoch seconds; null: never */
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
    // Absent is false, and some servers do not show it.
    autodelete:
      record.autodelete || state.autodelete !== null ? (record.autodelete ?? state.autodelete) : null,
    value_prefix: record.value_prefix ?? state.value_prefix,
  };
}

/** Whether a configured value can be that of a key whose value is not known, as after an import. */
export function mayBeValueOf({ value: known, value_prefix: prefix }: KeyValues, value: unknown): boolean {
  return (
    known === null &&
    prefix !== null &&
    prefix !== "" &&
    typeof value === "string" &&
    value.startsWith(prefix)
  );
}

/** How the values of a key begin that has its id now, and of the one in the state: the end of a sentence. */
export function describePrefixes({ value_prefix: shown }: NodeKeyRecord, state: KeyValues): string {
  const own = state.value?.slice(0, KEY_PREFIX_LENGTH) ?? state.value_prefix;
  return `its value begins with ${shown}, the one in the state with ${own}`;
}
