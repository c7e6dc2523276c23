import {
  type AnyProvider,
  block,
  type Call,
  define,
  defineResourceSchema,
  type Planning,
  TerraformError,
  t,
  type ValuesOf,
} from "../../../framework";
import { fixedText, TIMEOUTS_BLOCK, text, timeout } from "../../model/attributes";
import { toInstant } from "../../model/convert";
import { clusterDisplayName } from "../../shared/child";
import { childIdentity } from "../../shared/childIdentity";
import { warnOfCredential } from "../../shared/preflight/credential";
import { clientOf, type Service } from "../../shared/service";
import { whenServing } from "../../shared/whenServing";

/** The attributes of `searchcloud_api_keys` (docs/design/architecture.md#types; management API, ClusterApiKeysResponse). */
export const apiKeysSchema = defineResourceSchema({
  id: text("Random identifier of this pair of keys in Terraform; the service has none."),
  cluster_id: fixedText("Cluster reference ID of the cluster to issue the keys for."),
  keepers: {
    type: t.map(t.string),
    mode: "optional",
    updatedBy: "rotate",
    description:
      "Any values; changing one replaces this pair of keys with a new one. Adding the first keepers issues nothing.",
  },
  timeouts: block(
    {
      create: timeout("How long to wait until the cluster is in service, a duration. The default is `30m`."),
    },
    TIMEOUTS_BLOCK,
  ),
  admin_key: {
    type: t.string,
    mode: "computed",
    sensitive: true,
    description:
      "Key with every permission on the data of the cluster. Never expires. For administration only.",
  },
  search_only_key: {
    type: t.string,
    mode: "computed",
    sensitive: true,
    description:
      "Key that can search every collection of the cluster. Never expires. Do not give it to applications: derive a scoped key from it with the " +
      "function `scoped_search_key`.",
  },
  issued_at: text("When the keys were issued, by the service's clock (RFC 3339)."),
});

export type ApiKeysValues = ValuesOf<typeof apiKeysSchema>;

type KeysPlanning = Planning<ApiKeysValues, Service, undefined>;

const PURPOSE = "to issue keys for";
const NOT_IMPORTED =
  "The service shows a key only once, when it issues it, so existing keys cannot be imported. Without an import, " +
  "`searchcloud_api_keys` issues a new pair; existing keys stay valid until they are revoked at the cluster.";

/**
 * `searchcloud_api_keys`: a pair of keys to the data of a cluster, issued once (docs/design/architecture.md#types,
 * docs/design/laws.md#l9).
 *
 * @param newId returns a unique identifier that reveals nothing about the keys
 */
export function apiKeys(newId: () => string): AnyProvider["resources"][number] {
  return define<Service>().resource({
    name: "api_keys",
    description:
      "A pair of keys to the data of a cluster: an admin key and a search-only key, issued once, when the cluster is in service. Both are stored in " +
      "the state, so protect the state like the keys; neither expires. After a destroy or a replacement, the old keys stay valid until they are " +
      "revoked at the cluster. With `create_before_destroy`, the new pair exists before the old one leaves the state. A refresh sends no request, " +
      "so it does not notice that keys were revoked or that the cluster is gone.",
    schema: apiKeysSchema,
    timeouts: { create: "30m" },
    updates: {
      rotate: {
        request: "none: a new pair of keys replaces this one",
        // The first keepers are adopted in place, because nothing depended on any before (docs/design/laws.md#l5).
        requiresReplace: (changed, prior) => (prior.keepers === null ? [] : changed),
        apply: async () => undefined,
      },
    },
    plan: planApiKeys,
    create: (call, planned) => issueKeys(call, planned, newId),
    read: async () => ({}),
    delete: async (call, state) => warnThatKeysStayValid(call, state),
    import: async (_, id) => {
      throw new TerraformError(
        `API keys cannot be imported`,
        `Nothing was imported for "${id}". ${NOT_IMPORTED}`,
      );
    },
    notImported: NOT_IMPORTED,
    identity: childIdentity("id", "Identifier of this pair of keys in Terraform."),
  });
}

/**
 * Issues one pair of keys as soon as the cluster is in service. Only the response shows the keys, so it is saved at once, and no
 * request follows. A lost response is an error, because another pair would not recover the first.
 */
async function issueKeys(
  call: Call<ApiKeysValues, Service, undefined>,
  planned: ApiKeysValues,
  newId: () => string,
): Promise<Partial<ApiKeysValues>> {
  const { signal } = call;
  const { cluster_id: cluster } = planned;
  const client = clientOf(call.service);
  const keys = await whenServing(call, cluster, PURPOSE, async () => ({
    done: await client.issueApiKeys(cluster, { signal }),
  }));
  const values = { id: newId(), ...keys, issued_at: toInstant(Math.floor(client.serverNow() / 1000)) };
  call.saveState(values);
  return values;
}

/**
 * Warns, at plan and at apply, that keys which leave the state stay valid. Whether the cluster is destroyed too is planned later,
 * so the text covers both. The wording is the same, so that a run that does both shows it once; apply warns as well because
 * Terraform does not plan the delete of a `-replace` (docs/design/api-assumptions.md#data-plane).
 */
function warnThatKeysStayValid({ warn }: Pick<KeysPlanning, "warn">, { cluster_id: cluster }: ApiKeysValues) {
  warn(
    `The API keys of cluster ${cluster} leave the state, and Terraform does not revoke them`,
    "They work for as long as the cluster exists. If it stays, revoke them at the cluster itself when they are no longer used, with an admin key of it in the header x-search-api-key (dialect typesense-cloud: x-typesense-api-key): GET /keys lists them (id, description, and the beginning of the value), " +
      "DELETE /keys/:id revokes one. Ask the service if it does not list them.",
  );
}

/**
 * Warns at plan of capabilities that the key may lack, and of keys that stay valid. Sends no other request
 * (docs/design/laws.md#l9).
 */
async function planApiKeys(planning: KeysPlanning): Promise<void> {
  const { action, prior, planned } = planning;
  if (action === "delete" && prior) warnThatKeysStayValid(planning, prior);
  if (action !== "create" || !planned) return;
  const what = `issue API keys for ${clusterDisplayName(planned.cluster_id)}`;
  await warnOfCredential(planning, what, ["issueClusterApiKeys"]);
}
