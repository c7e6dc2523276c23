import type { Planning } from "../../framework";
import { clusterNamed } from "../child";
import { warnOfCredential } from "../preflight/credential";
import type { Service } from "../service";
import type { ApiKeysValues } from "./schema";

/**
 * What nobody may miss when keys leave the state. Plan and apply say it in the same words, so that a run that does both shows it
 * once; apply has to, as Terraform does not plan the delete of a `-replace` (docs/design/api-assumptions.md#data-plane).
 */
export function warnThatKeysStayValid(
  { warn }: Pick<Planning<ApiKeysValues, Service, undefined>, "warn">,
  { cluster_id: cluster }: ApiKeysValues,
): void {
  warn(
    `The API keys of cluster ${cluster} stay valid when they leave the state`,
    "They work for as long as the cluster exists, and Terraform does not revoke them. Revoke them at the cluster itself when they are no " +
      "longer used, with an admin key of it in the header x-search-api-key: GET /keys lists them (id, description, and how the value begins), " +
      "DELETE /keys/:id revokes one.",
  );
}

/** Says at plan what the key may lack, and that nothing here revokes keys. Sends no other request (docs/design/laws.md#l9). */
export async function planApiKeys(planning: Planning<ApiKeysValues, Service, undefined>): Promise<void> {
  const { action, prior, planned } = planning;
  if (action === "delete" && prior) warnThatKeysStayValid(planning, prior);
  if (action !== "create" || !planned) return;
  const what = `issue API keys for ${clusterNamed(planned.cluster_id)}`;
  await warnOfCredential(planning, what, ["issueClusterApiKeys"]);
}
