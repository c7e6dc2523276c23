import { OPERATIONS } from "../../api/operations";
import { define, GONE, type ListCall, type Listed } from "../../framework";
import { matches } from "../dataSources/clusters";
import { filter } from "../dataSources/listing";
import {
  type FoundCluster,
  findClusters,
  readFoundCluster,
  reasonToLeaveOut,
  type SeenCluster,
} from "../finding/clusters";
import { describeCluster } from "../model/describe";
import { configurationFor } from "../resources/cluster/configuration";
import { observedValues } from "../resources/cluster/model";
import { privateStateOf } from "../resources/cluster/privateState";
import { clientOf, type Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";

const { maxPerPage: CLUSTERS_PER_PAGE } = OPERATIONS.listClusters.page;

/** `list "searchcloud_cluster"`: the clusters of the account. */
export const clusterList = define<Service>().listResource({
  name: "cluster",
  description:
    "The clusters of the account. One request lists 50 of them; with `include_resource`, one more request for each cluster looks for a pending change, " +
    "because an import plans against the settings after it. Clusters that are starting or being terminated are left out, with a warning.",
  schema: {
    name_prefix: filter("Only clusters whose name begins with this."),
    status: filter("Only clusters of this status, such as `in_service`."),
    region: filter("Only clusters with a node in this region, such as `oregon`."),
  },
  async *list(call, { name_prefix: prefix, status, region }) {
    let count = 0;
    const isFiltered = [prefix, status, region].some((one) => one !== null);
    const needsRest = (pages: number | null) =>
      !isFiltered && pages !== null && call.limit - count >= pages * CLUSTERS_PER_PAGE;
    for await (const found of findClusters(call, needsRest)) {
      const { record } = found;
      const isMatch = matches(record, { name: null, status, region });
      if (!isMatch || (prefix !== null && !record.name?.startsWith(prefix))) continue;
      const why = reasonToLeaveOut(record);
      if (why !== undefined) {
        warnOfLeftOut(call, { what: `Cluster ${describeCluster(record)}`, why: `${why}.` });
        continue;
      }
      count += 1;
      yield listedCluster(call, found);
    }
  },
});

function listedCluster(call: ListCall<Service>, found: FoundCluster): Listed {
  const { record } = found;
  const { id, name } = record;
  const { host } = clientOf(call.service);
  return {
    displayName: name || id,
    values: observedValues(record),
    privateState: { ...privateStateOf(host, { id, termination_protection: null }), imported: true },
    read: async () => {
      const seen = await readFoundCluster(call, found);
      if (!seen || reasonToLeaveOut(seen.record) !== undefined) return GONE;
      warnOfLocation(call, seen);
      return { ...seen.values };
    },
  };
}

/** Warns of a cluster for which only `ignore_changes`, which Terraform does not generate, makes a valid configuration. */
function warnOfLocation({ warn }: ListCall<Service>, { record, values }: SeenCluster): void {
  const found = configurationFor(values, record.regions);
  if ("why" in found || found.ignored.length === 0) return;
  warn(
    `Cluster ${describeCluster(record)}: no valid configuration describes the location of its nodes`,
    `The configuration generated for it does not validate. Set regions = ${JSON.stringify(found.configuration.regions)}, remove region_node_counts, ` +
      `search_delivery_network, high_availability and high_availability_node_count, and add lifecycle { ignore_changes = [${found.ignored.join(", ")}] }, as \`searchcloud adopt\` does.`,
  );
}
