import { refuseOtherNodes, removeOnNodes } from "../../shared/dataPlane";
import { markManaged } from "./managed";
import { called, knownKey, numberOf } from "./model";
import { otherWords, unsureError } from "./read";
import type { KeyCall, KeyValues } from "./schema";

/** Revokes the key that the state knows, and no other that has its id by now (docs/design/laws.md#l2). */
export async function deleteKey(call: KeyCall, state: KeyValues): Promise<void> {
  const what = called(state);
  markManaged(call.service, state);
  await removeOnNodes(call, state, what, async (nodes, { revokeKey }) => {
    const found = await revokeKey(nodes, numberOf(state), knownKey(state), call);
    if (typeof found === "string") return found;
    if (found.identity !== "other") throw unsureError(state);
    refuseOtherNodes(call, state, what);
    call.warn(`${what} no longer exists`, `${otherWords(found.shown, state)} Nothing was revoked.`);
    return "deleted";
  });
}
