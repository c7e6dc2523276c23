import { valuesIn } from "../../api/openRecords";
import { define, defineSchema, t } from "../../framework";
import { clientOf, type Service } from "../service";
import { sortedJson } from "./openRecords";
import { json } from "./schema";

const schema = defineSchema({
  values: {
    type: t.set(t.string),
    mode: "computed",
    description:
      "Every value that is listed, whatever it is of: regions such as `oregon`, memory such as `8_gb`, vCPU options such as `2_vcpus`, " +
      "search delivery networks such as `3_regions`. The names of the record's own fields are among them.",
  },
  json: json("What clusters can be made of, in fields that are not documented,"),
});

/** `data.searchcloud_cluster_options`: what clusters can be made of. */
export const clusterOptionsData = define<Service>().dataSource({
  name: "cluster_options",
  description: "What clusters can be made of today: the values that the service lists.",
  schema,
  read: async ({ service, signal }) => {
    const options = await clientOf(service).operations.listClusterOptions({}, { signal });
    return { values: [...valuesIn(options)].sort(), json: sortedJson(options) };
  },
});
