import { define } from "../../framework";
import { text } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { byText } from "./listing";
import { valuesFrom } from "./openRecords";
import { clusterId, filter, listed } from "./schema";

const attributes = {
  id: text("Identifier of the parameter."),
  name: text("Name of the parameter, such as `max-per-page`."),
  value: text(
    "Value of the parameter, always a string. It may not take effect before the next restart of the cluster.",
  ),
  created_at: text("When the parameter was first set (RFC 3339)."),
  updated_at: text("When its value was last set (RFC 3339)."),
};

/** `data.searchcloud_server_parameters`: the server parameters that are set on a cluster. */
export const serverParametersData = define<Service>().dataSource({
  name: "server_parameters",
  description: "The server parameters that are set on a cluster, whether or not Terraform manages them.",
  schema: {
    cluster_id: clusterId,
    name: filter("Only the parameter of exactly this name, such as `max-per-page`; without it, all."),
    server_parameters: listed("The parameters that are set, sorted by name.", attributes),
  },
  read: async ({ service, signal }, { cluster_id, name: only }) => {
    const all = await clientOf(service).parameters(cluster_id, { signal });
    const found = all
      .map(({ parameter_name: name, parameter_value: value, ...record }) => ({ ...record, name, value }))
      .filter(({ name }) => only === null || name === only)
      .sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
    return { server_parameters: found.map((parameter) => valuesFrom(attributes, parameter)) };
  },
});
