import { block, defineResourceSchema, t, type ValuesOf } from "../../../framework";
import { fixedText, TIMEOUTS_BLOCK, text, timeout } from "../../model/attributes";

/** The attributes of `searchcloud_api_keys` (docs/design/architecture.md#types; management API, ClusterApiKeysResponse). */
export const schema = defineResourceSchema({
  id: text("Random identifier of this pair of keys in Terraform; the service has none."),
  cluster_id: fixedText("Cluster reference ID of the cluster to issue the keys for."),
  keepers: {
    type: t.map(t.string),
    mode: "optional",
    updatedBy: "rotate",
    description:
      "Any values; a change of one replaces this pair of keys with a new one. Adding the first keepers issues nothing.",
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

export type ApiKeysValues = ValuesOf<typeof schema>;
