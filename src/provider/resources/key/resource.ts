import {
  type AnyResource,
  define,
  GONE,
  type Gone,
  namesUpdatedBy,
  REPLACE,
  type Update,
} from "../../../framework";
import { uncapitalized } from "../../model/words";
import {
  goneBecause,
  importOnNodes,
  isKeyRejected,
  movesOnNodes,
  NoDataKeyError,
  type NodePrivateState,
  refreshOnNodes,
} from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { createKey } from "./create";
import { deleteKey } from "./delete";
import { describeOtherKey, movedElsewhereError, uncertainKeyError } from "./identity";
import { markManagedKey } from "./leftover";
import {
  isOfPrefix,
  keyDisplayName,
  keyIdentity,
  keyNumberOf,
  knownKey,
  movedKey,
  observedKey,
} from "./model";
import { planKey } from "./plan";
import { type KeyCall, type KeyPlanning, type KeyValues, keySchema } from "./schema";
import { keyValidators } from "./validators";
import { isOtherValue, isOtherVersion, refuseOtherValue } from "./valueWo";

/**
 * Edits that do not change the key are stored and replace nothing: `autodelete = false` instead of none, a value that can be the unknown
 * value of an imported key, and its first version.
 */
const store: Update<KeyValues, Service, NodePrivateState> = {
  request: "another key replaces this one",
  requiresReplace: (changed, prior, planned) =>
    changed.filter((name) => {
      if (name === "value") return isOtherValue(prior, planned);
      if (name === "value_wo_version") return isOtherVersion(prior, planned);
      return (prior.autodelete ?? false) !== (planned.autodelete ?? false);
    }),
  apply: async (call, { prior }) => refuseOtherValue(call, prior),
};

/** True if the edits of a plan require another key. */
function replacesKey({ changed, prior, planned }: KeyPlanning): boolean {
  if (!prior || !planned) return false;
  const stored = namesUpdatedBy(keySchema, "store", changed);
  const replacing = store.requiresReplace?.(stored, prior, planned, undefined) ?? [];
  return namesUpdatedBy(keySchema, REPLACE, changed).length > 0 || replacing.length > 0;
}

/**
 * `searchcloud_key`: a data-plane key of a cluster with limited permissions (docs/design/data-plane.md#key).
 *
 * @param now milliseconds since the epoch
 */
export function key(now: () => number): AnyResource {
  return define<Service, NodePrivateState>().resource({
    name: "key",
    description:
      "A data-plane key of a cluster with limited permissions. With `value_wo`, its value is in no state and no plan; `bootstrap` creates the first key of a cluster in this " +
      "way. Without it, the value is **stored in the state**: `value`, or one that the provider generates, because servers never show it again. A key cannot be edited: any edit creates another one. A destroy **revokes** it, " +
      "and with it each scoped key that was derived from it. Without `bootstrap`, the key with which it is created needs `keys:*`. A plan that creates a key lists " +
      "keys that an interrupted apply may have left behind, with the commands that revoke or import them.",
    schema: keySchema,
    validators: keyValidators,
    timeouts: { create: "30m" },
    updates: { store },
    plan: (planning) => planKey(planning, now(), replacesKey),
    create: (call, planned) => createKey(call, planned, now()),
    read: (call, state) => readKey(call, state, now()),
    delete: deleteKey,
    import: async (call, id) => {
      const { name: _, ...values } = importOnNodes(call, id, "id");
      return values;
    },
    importIds: [{ form: "cluster_id/number", example: "kq3v9x2m7c1d/7" }],
    identity: keyIdentity,
    moves: movesOnNodes(
      [
        ["typesense_api_key", "id", "ronati", "fluent", "alan"],
        ["typesense_key", "id", "cysp"],
      ],
      { values: movedKey, form: /^\d+$/ },
    ),
  });
}

/** Reads a key. If a bootstrap key opens nothing any more, or nothing has a key, only its apply can tell more: the state stays. */
async function readKey(call: KeyCall, state: KeyValues, now: number): Promise<Partial<KeyValues> | Gone> {
  const isImport = call.privateState?.importing === true;
  // Before any request: keys that are planned at the same time must not take it for a leftover.
  markManagedKey(call.service, state);
  try {
    return await readFromNodes(call, state, now, isImport);
  } catch (error) {
    const isClosed = error instanceof NoDataKeyError || isKeyRejected(error);
    if (isImport || state.bootstrap !== true || !isClosed) throw error;
    warnOfClosedNodes(call, state, error);
    warnOfExpiry(call, state, now);
    return {};
  }
}

function readFromNodes(call: KeyCall, state: KeyValues, now: number, isImport: boolean) {
  return refreshOnNodes(call, state, keyDisplayName(state), async (nodes, { expiryOf, readSharedKey }) => {
    const seen = await readSharedKey(nodes, keyNumberOf(state), isImport ? null : knownKey(state), call);
    if (seen === null) return GONE;
    if (seen.identity === "unsure") throw uncertainKeyError(state);
    if (seen.identity === "other") return goneBecause(describeOtherKey(seen.shown, state));
    const values = observedKey(seen.shown, expiryOf(seen.shown), state);
    if (isImport && !isOfPrefix(state, values)) throw movedElsewhereError(state, seen.shown);
    markManagedKey(call.service, values);
    if (isImport && state.value === null) warnOfValue(call, { ...state, ...values });
    warnOfExpiry(call, { ...state, ...values }, now);
    return values;
  });
}

function warnOfClosedNodes({ warn }: KeyCall, state: KeyValues, error: unknown): void {
  const why =
    error instanceof NoDataKeyError
      ? "The provider has no key to the nodes (data_api_key), so it cannot see whether the key exists."
      : "The nodes reject data_api_key (401), so it cannot be seen whether the key exists. That is expected while a plan replaces it, and data_api_key has the new value.";
  warn(
    `${keyDisplayName(state)} could not be read`,
    `${why} It stays in the state as it was. Set data_api_key to the value of value_wo. If the key was revoked outside of Terraform, create another one: a new ` +
      "value_wo and value_wo_version.",
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
