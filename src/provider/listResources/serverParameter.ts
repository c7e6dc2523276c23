import { define, type Listed } from "../../framework";
import { clusterId } from "../dataSources/listing";
import { configurableParameters } from "../finding/parameters";
import { observedParameter } from "../resources/serverParameter/resource";
import { childPrivateState } from "../shared/child";
import { clientOf, type Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";
import { warnOfRewritten } from "./rewritten";

/** `list "searchcloud_server_parameter"`: the server parameters that are set on a cluster. */
export const serverParameterList = define<Service>().listResource({
  name: "server_parameter",
  description:
    "The server parameters that are set on a cluster, sorted by name. For a cluster that a `searchcloud_cluster` manages, set them in its `server_parameters` instead.",
  schema: { cluster_id: clusterId },
  async *list(call, { cluster_id }) {
    const { service, signal } = call;
    const records = await clientOf(service).parameters(cluster_id, { signal });
    const { parameters, leftOut } = configurableParameters(records);
    const displayName = (name: string) => `Server parameter ${JSON.stringify(name)} of cluster ${cluster_id}`;
    for (const name of leftOut)
      warnOfLeftOut(call, {
        what: displayName(name),
        why: "a configuration cannot have its name or its value. Set it with the service, or delete it there.",
      });
    for (const { id, name, value } of parameters) {
      warnOfRewritten(call, displayName(name), "value", value);
      const record = records.find((one) => one.id === id);
      const values = { cluster_id, name, ...(record && observedParameter(record)) };
      yield {
        displayName: name,
        values,
        privateState: { ...childPrivateState(service, cluster_id), importing: true },
        read: async () => values,
      } satisfies Listed;
    }
  },
});
