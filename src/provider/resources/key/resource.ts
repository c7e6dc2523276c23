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
 * Edits that do not change the key are stored and replace nothing: `autodelete = false` instead of none, and a value that can be the unknown
 * value of an imported key.
 */
const store: Update<KeyValues, Service, NodePrivateState> = {
  request: "another key replaces this one",
  requiresReplace: (changed, prior, { value, autodelete }) =>
    changed.filter((name) =>
      name === "value" ? !mayBeValueOf(prior, value) : (prior.autodelete ?? false) !== (autodelete ?? false),
    ),
  apply: async () => undefined,
};

/**
 * `searchcloud_key`: a data-plane key of a cluster with limited permissions (docs/design/data-plane.md#key).
 *
 * @param now milliseconds since the epoch
 */
export function key(now: () => number): AnyResource {
  return define<Service, NodePrivateState>().resource({
    name: "key",
    description:
      "A data-plane key of a cluster with limited permissions. Unless `value` is set, the provider generates it. Servers never show it again: it is stored " +
      "in the state, so protect the state like the key. A key cannot be edited: any edit creates another one. A destroy **revokes** it, " +
      "and with it each scoped key that was derived from it. The key with which it is created needs `keys:*`. A plan that creates a key lists " +
      "keys that an interrupted apply may have left behind, with the commands that revoke or import them.",
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

/** Creates a key, and saves its value at once: only this process knows it (docs/design/data-plane.md#key). */
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

/** Returns the error for a server that chooses the value itself, as old ones do. */
function otherValueError(planned: KeyValues, id: string, prefix: string): TerraformError {
  return new TerraformError(
    `The server gave ${uncapitalized(keyDisplayName(planned))} another value`,
    `It created key ${id}, whose value begins with ${prefix} instead of the configured one: this server does not accept a value in the request. ` +
      "Revoke that key (DELETE /keys/:id with an admin key), remove value from the configuration, and apply again.",
    ["value"],
  );
}

/** Revokes the key of the state, and no other key that has its id now (docs/design/laws.md#l2). */
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
  // Before any request: keys that are planned at the same time must not take it for a leftover.
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

/** Describes that another key has the id now, as sentences. */
function describeOtherKey(other: NodeKeyRecord, state: KeyValues): string {
  return (
    `Its id now belongs to another key, which was not changed: ${describePrefixes(other, state)}. ` +
    "A server that was set up again numbers its keys from the start."
  );
}

/** Returns the error for a key that may be somebody else's: keys cannot be edited, so a different one is another key. */
function uncertainKeyError(state: KeyValues): TerraformError {
  return new TerraformError(
    `${keyDisplayName(state)} may be a different key now`,
    "The key with its id has other permissions than the state, or the nodes show different keys. Keys cannot be edited, and a " +
      "server that was set up again numbers its keys from the start, so it may be somebody else's. Nothing was changed. Plan again with a " +
      "refresh. If this persists, list the keys of each node (GET /keys), remove this one from the state (terraform state rm), and import it " +
      "again if it is yours.",
  );
}

function warnOfValue({ warn }: KeyCall, values: KeyValues): void {
  warn(
    `The value of ${uncapitalized(keyDisplayName(values))} is not known`,
    "Servers never show the value of a key again, so the attribute value is null after the import. The key stays valid. " +
      "For a value that Terraform knows, replace the key (-replace): that revokes this one.",
  );
}

function warnOfExpiry({ warn }: KeyCall, values: KeyValues, now: number): void {
  const { expires_at: expires } = values;
  if (expires === null || Date.parse(expires) > now) return;
  warn(
    `${keyDisplayName(values)} has expired`,
    `It expired at ${expires}. Set a later expires_at, which creates another key, or remove it.`,
  );
}
