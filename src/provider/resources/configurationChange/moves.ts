import type { Move } from "../../../framework";
import { identifierIn } from "../../shared/moveTarget";
import type { ChangeValues } from "./schema";

const TYPE = "typesense_cluster_config_change";

/** The moves of the community providers' changes of a cluster. */
export const changeMoves: readonly Move<ChangeValues>[] = ["alanm/typesense", "alangmartini/typesense"].map(
  (provider) => ({
    provider,
    type: TYPE,
    schemaVersions: [0],
    convert: ({ values }) => {
      const cluster = identifierIn(values, "cluster_id", TYPE);
      return {
        values: { id: identifierIn(values, "id", TYPE), cluster_id: cluster },
        privateState: { cluster, importing: true },
      };
    },
  }),
);
