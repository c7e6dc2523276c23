import { isUnknown, type Planning } from "../../framework";
import { warnOfCredential } from "../preflight/credential";
import type { Service } from "../service";
import type { ApiKeysValues } from "./fields";
import { HOW_TO_REVOKE } from "./words";

/** Says at plan what the key seems to lack, and that a destroy revokes nothing. Asks for nothing else (DESIGN.md, L9). */
export async function planApiKeys(planning: Planning<ApiKeysValues, Service, undefined>): Promise<void> {
  const { action, prior, planned, warn } = planning;
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
