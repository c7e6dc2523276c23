import type { Move } from "../../../framework";
import { identifierIn } from "../../shared/moveTarget";
import type { ClusterValues } from "./schema";

/** The community providers that have `typesense_cluster`, from their public code: the address without the host. */
const PROVIDERS = [
  "alanm/typesense",
  "alangmartini/typesense",
  "bananalab/typesense",
  "cookiesco/typesense",
  "omarkhd/typesense",
  "terraform/typesense",
];

/** The attributes of their states with keys of the cluster, which a cluster has here in a resource of its own. */
const KEYS = ["admin_api_key", "search_api_key"];

/** The moves of `typesense_cluster`. */
export const clusterMoves: readonly Move<ClusterValues>[] = PROVIDERS.map((provider) => ({
  provider,
  type: "typesense_cluster",
  schemaVersions: [0],
  convert: ({ values }, { warn }) => {
    const id = identifierIn(values, "id", "typesense_cluster");
    const keys = KEYS.filter((name) => typeof values[name] === "string" && values[name] !== "");
    if (keys.length > 0)
      warn(
        `The keys of cluster ${id} are not moved`,
        `The other provider keeps ${keys.join(" and ")} in the state of the cluster, and this apply removes them. They stay valid. Copy the ` +
          "values before you apply if anything uses them, or issue others with searchcloud_api_keys or a searchcloud_key with bootstrap.",
      );
    return { values: { id }, privateState: { id, protected: false, imported: true } };
  },
}));
