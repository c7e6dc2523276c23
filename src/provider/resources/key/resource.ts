import type { NodeKeyRecord } from "../../../dataPlane";
import { type AnyResource, define, GONE, TerraformError, type Update } from "../../../framework";
import { uncapitalized } from "../../model/words";
import {
  childId,
  goneBecause,
  importOnNodes,
  type NodePrivateState,
  nodePrivateStateOf,
  nodeValidators,
  refreshOnNodes,
  refuseOtherNodes,
  removeOnNodes,
  resolveNodes,
} from "../../shared/dataPlane";
import { loadDataPlane, type Service } from "../../shared/service";
import { markManagedKey, warnOfLeftoverKeys } from "./leftover";
import {
  describePrefixes,
  keyBodyOf,
  keyDisplayName,
  keyNumberOf,
  knownKey,
  mayBeValueOf,
  observedKey,
} from "./model";
import { planKey, refuseExpired } from "./plan";
import { type KeyCall, type KeyValues, keySchema } from "./schema";

/**
 * What means the same for the key is stored, and replaces nothing: `autodelete = false` where there was none, and a value that can be that
 * of a key which was imported without one.
 */
const store: Update<KeyValues, Service, NodePrivateState> = {
  request: "no request",
  requiresReplace: (changed, prior, { value, autodelete }) =>
    changed.filter((name) =>
      name === "value" ? !mayBeValueOf(prior, value) : (prior.autodelete ?? false) !== (autodelete ?? false),
    ),
  apply: async () => undefined,
};

/**
 * `searchcloud_key`: a key to the data of a cluster that allows just what it says (docs/design/data-plane.md#key).
 *
 * @param now milliseconds since the epoch
 */
export function key(now: () => number): AnyResource {
  return define<Service, NodePrivateState>().resource({
    name: "key",
    description:
      "A key to the data of a cluster that allows just what it says. Unless `value` is set, the provider chooses it. Servers never show it again: it is stored " +
      "in the state, so protect the state like the key. Nothing of a key can be edited: any edit creates another one. A destroy **revokes** it, " +
      "and with it each scoped key that was derived from it. The key with which it is created needs `keys:*`. A plan that creates a key names " +
      "those that an interrupted apply may have left, and says how to revoke or import them.",
    schema: keySchema,
    validators: nodeValidators,
    updates: { store },
    plan: (planning) => planKey(planning, now()),
    create: (call, planned) => createKey(call, planned, now()),
    read: (call, state) => readKey(call, state, now()),
    delete: deleteKey,
    import: async (call, id) => {
      const { name: _, ...values } = importOnNodes(call, id, "id");
      return values;
    },
    importIds: [{ form: "cluster_id/number", example: "kq3v9x2m7c1d/7" }],
  });
}

/** Nobody but this process knows the value, so it is saved at once (docs/design/data-plane.md#key). */
async function createKey(call: KeyCall, planned: KeyValues, now: number): Promise<Partial<KeyValues>> {
  refuseExpired(planned.expires_at, now);
  const { service, signal } = call;
  const nodes = await resolveNodes(call, planned, "to create a key");
  const { createKey: create } = await loadDataPlane();
  const body = keyBodyOf(planned);
  const { id, value, value_prefix } = await create(nodes, body, {
    signal,
    value: planned.value ?? undefined,
    onLook: async (all, prefix) => {
      markManagedKey(service, { value_prefix: prefix });
      await warnOfLeftoverKeys(call, nodes, planned, body, all);
    },
  });
  if (planned.value !== null && value !== planned.value) throw otherValueError(planned, id, value_prefix);
  call.setPrivateState(nodePrivateStateOf(service, planned));
  const values = { id: childId(planned, id), value, value_prefix };
  markManagedKey(service, values);
  call.saveState(values);
  return values;
}

/** Old servers may choose by themselves. */
function otherValueError(planned: KeyValues, id: string, prefix: string): TerraformError {
  return new TerraformError(
    `The server gave ${uncapitalized(keyDisplayName(planned))} another value`,
    `It created key ${id}, whose value begins with ${prefix}, and not with what is configured: this server does not let a request choose. Revoke ` +
      "that key (DELETE /keys/:id with an admin key), remove value from the configuration, and apply again.",
    ["value"],
  );
}

/** Revokes the key that the state knows, and no other that has its id by now (docs/design/laws.md#l2). */
async function deleteKey(call: KeyCall, state: KeyValues): Promise<void> {
  const what = keyDisplayName(state);
  markManagedKey(call.service, state);
  await removeOnNodes(call, state, what, async (nodes, { revokeKey }) => {
    const found = await revokeKey(nodes, keyNumberOf(state), knownKey(state), call);
    if (typeof found === "string") return found;
    if (found.identity !== "other") throw uncertainKeyError(state);
    refuseOtherNodes(call, state, what);
    call.warn(`${what} no longer exists`, `${describeOtherKey(found.shown, state)} Nothing was revoked.`);
    return "deleted";
  });
}

async function readKey(call: KeyCall, state: KeyValues, now: number) {
  const isImport = call.privateState?.importing === true;
  // Before anything is asked: what is planned at the same time must not take it for one that was left over.
  markManagedKey(call.service, state);
  return refreshOnNodes(call, state, keyDisplayName(state), async (nodes, { expiryOf, readSharedKey }) => {
    const seen = await readSharedKey(nodes, keyNumberOf(state), isImport ? null : knownKey(state), call);
    if (seen === null) return GONE;
    if (seen.identity === "unsure") throw uncertainKeyError(state);
    if (seen.identity === "other") return goneBecause(describeOtherKey(seen.shown, state));
    const values = observedKey(seen.shown, expiryOf(seen.shown), state);
    markManagedKey(call.service, values);
    if (isImport) warnOfValue(call, { ...state, ...values });
    warnOfExpiry(call, { ...state, ...values }, now);
    return values;
  });
}

/** What has happened to a key whose id another one has, as sentences. */
function describeOtherKey(other: NodeKeyRecord, state: KeyValues): string {
  return (
    `Its id now belongs to another key, which was left alone: ${describePrefixes(other, state)}. ` +
    "A server that was set up again numbers its keys from the start."
  );
}

/** Keys cannot be edited: one that allows something else may be somebody else's. */
function uncertainKeyError(state: KeyValues): TerraformError {
  return new TerraformError(
    `${keyDisplayName(state)} may be a different key now`,
    "The key with its id allows something other than the state says, or the nodes show different keys. Keys cannot be edited, and a " +
      "server that was set up again numbers its keys from the start, so it may be somebody else's. Nothing was changed. Plan again with a " +
      "refresh. If this persists, list the keys of each node (GET /keys), take this one out of the state (terraform state rm), and import it " +
      "again if it is yours.",
  );
}

function warnOfValue({ warn }: KeyCall, values: KeyValues): void {
  warn(
    `The value of ${uncapitalized(keyDisplayName(values))} is not known`,
    "A server never shows the value of a key again, so after the import the attribute value is null. Whoever has the key can go on using it. " +
      "For a value that Terraform knows, replace the key (-replace): that revokes this one.",
  );
}

function warnOfExpiry({ warn }: KeyCall, values: KeyValues, now: number): void {
  const { expires_at: expires } = values;
  if (expires === null || Date.parse(expires) > now) return;
  warn(
    `${keyDisplayName(values)} has expired`,
    `It has opened nothing since ${expires}. Set a later expires_at, which creates another key, or remove it.`,
  );
}
