import { type AnyResource, define, GONE } from "../../framework";
import type { CreateKeyBody, NodeKeyRecord } from "../../nodes";
import { sameInstant, toInstant } from "../api/convert";
import { uncapitalized } from "../api/words";
import {
  childId,
  importOnNodes,
  type NodePrivateState,
  nodePrivateStateOf,
  nodesOf,
  nodeValidators,
  parseChildId,
  refreshOnNodes,
  removeOnNodes,
} from "../nodes";
import type { Service } from "../service";
import { called, planKey, refuseExpired } from "./plan";
import { type KeyCall, type KeyValues, schema } from "./schema";

/**
 * `searchcloud_key`: a key to the data of a cluster that allows just what it says (docs/design/data-plane.md#key).
 *
 * @param now milliseconds since the epoch
 */
export function key(now: () => number): AnyResource {
  return define<Service, NodePrivateState>().resource({
    name: "key",
    description:
      "A key to the data of a cluster that allows just what it says. The server shows its value once: it is stored in the state, so protect the " +
      "state like the key. Nothing of a key can be edited: any edit creates another one. A destroy **revokes** it, and with it each scoped key " +
      "that was derived from it. The key with which it is created needs `keys:*`.",
    schema,
    validators: nodeValidators,
    updates: {},
    plan: (planning) => planKey(planning, now()),
    create: (call, planned) => createKey(call, planned, now()),
    read: (call, state) => readKey(call, state, now()),
    delete: async (call, state) =>
      removeOnNodes(call, state, called(state), async (nodes) => {
        const { deleteKey } = await import("../../nodes");
        return deleteKey(nodes, numberOf(state), call);
      }),
    import: async (call, id) => {
      const { name: _, ...values } = importOnNodes(call, id, "id");
      return values;
    },
    importIds: [{ form: "cluster_id/number", example: "kq3v9x2m7c1d/7" }],
  });
}

/** Only this answer ever shows the value, so it is saved at once. */
async function createKey(call: KeyCall, planned: KeyValues, now: number): Promise<Partial<KeyValues>> {
  refuseExpired(planned.expires_at, now);
  const nodes = await nodesOf(call, planned, "to create a key");
  const { createKey: create } = await import("../../nodes");
  const record = await create(nodes, bodyOf(planned), call);
  call.setPrivateState(nodePrivateStateOf(call.service, planned));
  const values = {
    id: childId(planned, record.id),
    value: record.value,
    value_prefix: record.value_prefix ?? record.value.slice(0, 4),
  };
  call.saveState(values);
  return values;
}

function bodyOf({ description, actions, collections, expires_at: expires }: KeyValues): CreateKeyBody {
  return {
    ...(description !== null && { description }),
    actions: [...actions].sort(),
    collections: [...collections].sort(),
    ...(expires !== null && { expires_at: Date.parse(expires) / 1000 }),
  };
}

async function readKey(call: KeyCall, state: KeyValues, now: number) {
  const isImport = call.privateState?.importing === true;
  return refreshOnNodes(call, state, called(state), async (nodes) => {
    const { expiryOf, sharedKey } = await import("../../nodes");
    const record = await sharedKey(nodes, numberOf(state), call);
    if (!record) return GONE;
    const values = observedKey(record, expiryOf(record), state);
    if (isImport) warnOfValue(call, { ...state, ...values });
    warnOfExpiry(call, { ...state, ...values }, now);
    return values;
  });
}

function observedKey(record: NodeKeyRecord, expires: number | null, state: KeyValues): Partial<KeyValues> {
  const seen = toInstant(expires);
  const stays = seen !== null && state.expires_at !== null && sameInstant(seen, state.expires_at);
  return {
    description: record.description === "" ? null : record.description,
    actions: record.actions,
    collections: record.collections,
    expires_at: stays ? state.expires_at : seen,
    value_prefix: record.value_prefix ?? state.value_prefix,
  };
}

function warnOfValue({ warn }: KeyCall, values: KeyValues): void {
  warn(
    `The value of ${uncapitalized(called(values))} is not known`,
    "The server shows the value of a key only when it creates it, so after the import the attribute value is null. Whoever has the key can go " +
      "on using it. For a value that Terraform knows, replace the key (-replace): that revokes this one.",
  );
}

function warnOfExpiry({ warn }: KeyCall, values: KeyValues, now: number): void {
  const { expires_at: expires } = values;
  if (expires === null || Date.parse(expires) > now) return;
  warn(
    `${called(values)} has expired`,
    `It has opened nothing since ${expires}. Set a later expires_at, which creates another key, or remove it.`,
  );
}

/** The server's id. */
function numberOf({ id }: KeyValues): string {
  return parseChildId(id ?? "", "id").child;
}
