import { define, defineSchema, t } from "../../framework";
import { text } from "../api/attributes";
import { toInstant } from "../api/convert";
import { clientOf, type Service } from "../service";
import { byText } from "./listing";
import { clusterId, filter } from "./schema";

const schema = defineSchema({
  cluster_id: clusterId,
  name: filter("Only the parameter of exactly this name, such as `max-per-page`; without it, all."),
  server_parameters: {
    type: t.nested.list({
      id: text("Identifier of the parameter."),
      name: text("Name of the parameter, such as `max-per-page`."),
      value: text(
        "Value of the parameter, always a string. It may not take effect before the next restart of the cluster.",
      ),
      created_at: text("When the parameter was first set (RFC 3339)."),
      updated_at: text("When its value was last set (RFC 3339)."),
    }),
    mode: "computed",
    description: "The parameters that are set, sorted by name.",
  },
});

/** `data.searchcloud_server_parameters`: the server parameters that are set on a cluster. */
export const serverParametersData = define<Service>().dataSource({
  name: "server_parameters",
  description: "The server parameters that are set on a cluster, whether or not Terraform manages them.",
  schema,
  read: async ({ service, signal }, { cluster_id, name }) => {
    const input = { path: { cluster_id } };
    const all = await clientOf(service).call("listServerConfigurationParameters", input, { signal });
    const found = all.filter(({ parameter_name }) => name === null || parameter_name === name);
    found.sort((a, b) => byText(a.parameter_name, b.parameter_name) || byText(a.id, b.id));
    return {
      server_parameters: found.map((parameter) => ({
        id: parameter.id,
        name: parameter.parameter_name,
        value: parameter.parameter_value,
        created_at: toInstant(parameter.created_at),
        updated_at: toInstant(parameter.updated_at),
      })),
    };
  },
});
