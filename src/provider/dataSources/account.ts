import { capabilitiesIn, valuesIn } from "../../api/openRecords";
import { define, t } from "../../framework";
import { texts } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { byCodeUnit, json } from "./listing";
import { jsonOf } from "./openRecords";

/** `data.searchcloud_account`: the account, and the capabilities of the key in use. */
export const accountData = define<Service>().dataSource({
  name: "account",
  description: "The account that the key belongs to, and the capabilities of the key.",
  schema: {
    capabilities: texts(
      "Capabilities of the key, sorted: names such as `clusters:read`, or `admin` for everything. Null when the account does not report " +
        "them; they are then unknown, not missing.",
    ),
    json: json("The account, whose fields are not documented,"),
  },
  read: async ({ service, signal }) => {
    const client = clientOf(service);
    const account = await client.call("getAccount", {}, { signal });
    const capabilities = capabilitiesIn(account);
    return {
      capabilities: capabilities && [...capabilities].sort(byCodeUnit),
      json: jsonOf(account, client),
    };
  },
});

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
