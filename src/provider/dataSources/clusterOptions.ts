import { valuesIn } from "../../api/openRecords";
import { define, t } from "../../framework";
import { clientOf, type Service } from "../shared/service";
import { jsonOf } from "./openRecords";
import { json } from "./schema";

/** `data.searchcloud_cluster_options`: the values that a cluster can be configured with. */
export const clusterOptionsData = define<Service>().dataSource({
  name: "cluster_options",
  description: "The values that clusters can be configured with today, as the service lists them.",
  schema: {
    values: {
      type: t.set(t.string),
      mode: "computed",
      description:
        "Every value that the service lists: regions such as `oregon`, memory such as `8_gb`, vCPU options such as `2_vcpus`, search delivery " +
        "networks such as `3_regions`. The field names of the record are included.",
    },
    json: json("The options of clusters, in fields that are not documented,"),
  },
  read: async ({ service, signal }) => {
    const client = clientOf(service);
    const options = await client.call("listClusterOptions", {}, { signal });
    return { values: [...valuesIn(options)].sort(), json: jsonOf(options, client) };
  },
});
