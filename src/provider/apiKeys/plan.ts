import { isUnknown, type Plannable, type Planning, REPLACE } from "../../framework";
import { editedVia } from "../editedVia";
import { warnOfCredential } from "../preflight/credential";
import type { Service } from "../service";
import { HOW_TO_REVOKE } from "./messages";
import { type ApiKeysValues, schema } from "./schema";

/** Says at plan what the key seems to lack, and that nothing here revokes keys. Asks for nothing else (docs/design/laws.md#l9). */
export async function planApiKeys(planning: Planning<ApiKeysValues, Service, undefined>): Promise<void> {
  const { action, prior, planned, warn } = planning;
  if (prior && planned && isReplaced(prior, planned)) {
    warn(
      `Another pair of API keys takes the place of that of cluster ${prior.cluster_id}, which stays valid`,
      `The keys of before leave the state, and work for as long as their cluster exists. Revoke them when nobody uses them any more. ${HOW_TO_REVOKE}`,
    );
  }
  if (action === "delete" && prior) {
    warn(
      `The API keys of cluster ${prior.cluster_id} stay valid when they are destroyed here`,
      `Destroying them only takes them out of the state: they work for as long as the cluster exists. Revoke them first, while the state ` +
        `still has them. ${HOW_TO_REVOKE}`,
    );
  }
  if (action !== "create" || !planned) return;
  const { cluster_id: id } = planned;
  const cluster = isUnknown(id) ? "a cluster that is not known yet" : `cluster ${id}`;
  await warnOfCredential(planning, `issue API keys for ${cluster}`, ["issueClusterApiKeys"]);
}

/** The edits of keepers that ask for another pair: where there were none, they are taken over in place (docs/design/laws.md#l5). */
export function rotates<Name>(changed: readonly Name[], prior: ApiKeysValues): readonly Name[] {
  return prior.keepers === null ? [] : changed;
}

function isReplaced(prior: ApiKeysValues, planned: Plannable<ApiKeysValues>): boolean {
  if (editedVia(REPLACE, schema, prior, planned).length > 0) return true;
  return rotates(editedVia("rotate", schema, prior, planned), prior).length > 0;
}
