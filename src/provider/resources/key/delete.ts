import type { Deleted, Nodes } from "../../../dataPlane";
import { uncapitalized } from "../../model/words";
import { isKeyRejected, NoDataKeyError, refuseOtherNodes, removeOnNodes } from "../../shared/dataPlane";
import { type DataPlane, loadDataPlane } from "../../shared/service";
import { awaitServing } from "../../shared/whenServing";
import { withIssuedPair } from "./bootstrap";
import { describeOtherKey, uncertainKeyError } from "./identity";
import { isAdoptedId } from "./instances";
import { markManagedKey } from "./leftover";
import { keyDisplayName, keyNumberOf, knownKey } from "./model";
import type { KeyCall, KeyValues } from "./schema";

/** Revokes the key of the state, and no other key that has its id now (docs/design/laws.md#l2). */
export async function deleteKey(call: KeyCall, state: KeyValues): Promise<void> {
  const what = keyDisplayName(state);
  if (isAdoptedId(call.service, state.id)) return warnOfSameKey(call, what);
  markManagedKey(call.service, state);
  try {
    await revoke(call, state, what);
  } catch (error) {
    if (!(error instanceof NoDataKeyError || isKeyRejected(error))) throw error;
    if (state.bootstrap === true && state.cluster_id !== null) return revokeWithPair(call, state, what);
    if (state.value_wo_version === null || !isKeyRejected(error)) throw error;
    const { withLine } = await loadDataPlane();
    throw withLine(error as Parameters<typeof withLine>[0], ROTATION);
  }
}

const ROTATION =
  "If data_api_key is the new value already, the old key must be revoked last: set lifecycle { create_before_destroy = true } for the key, or deploy twice, first the " +
  "new value_wo with the old data_api_key, then the new data_api_key. If the key was revoked already, remove it from the state (terraform state rm).";

function revoke(call: KeyCall, state: KeyValues, what: string): Promise<void> {
  const act = async (nodes: Nodes, { revokeKey }: DataPlane): Promise<Deleted> => {
    const found = await revokeKey(nodes, keyNumberOf(state), knownKey(state), call);
    if (typeof found === "string") return found;
    if (found.identity !== "other") throw uncertainKeyError(state);
    refuseOtherNodes(call, state, what);
    call.warn(`${what} no longer exists`, `${describeOtherKey(found.shown, state)} Nothing was revoked.`);
    return "deleted";
  };
  return removeOnNodes(call, state, what, act);
}

/**
 * Revokes a bootstrap key that the provider's key cannot revoke: it is the value of its successor already, or the key was revoked by an
 * interrupted destroy.
 */
async function revokeWithPair(call: KeyCall, state: KeyValues, what: string): Promise<void> {
  const purpose = "to revoke a key of";
  const cluster = await awaitServing(call, state.cluster_id ?? "", purpose);
  await withIssuedPair(call, cluster, { purpose, what: uncapitalized(what) }, async (admin, others) => {
    others.add(keyNumberOf(state));
    await revoke(call, { ...state, api_key: admin.target.apiKey }, what);
  });
}

/** The predecessor of a key that this run has adopted is that key itself. */
function warnOfSameKey({ warn }: KeyCall, what: string): void {
  warn(
    `${what} was not revoked`,
    "The key that was to replace it has the same value, so it is the same key, and the state has it under the new version. Nothing was changed. For another key, " +
      "set another value_wo with another value_wo_version.",
  );
}
