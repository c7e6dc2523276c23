import { define, type Listed } from "../../framework";
import { clusterId, filter } from "../dataSources/listing";
import { problemAsCode } from "../finding/problems";
import { describeChange } from "../model/describe";
import { importedFrom, importedValues, observedChange } from "../resources/configurationChange/model";
import { configurationChange } from "../resources/configurationChange/resource";
import { childPrivateState } from "../shared/child";
import { clientOf, type Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";

/** `list "searchcloud_configuration_change"`: the changes of a cluster. */
export const configurationChangeList = define<Service>().listResource({
  name: "configuration_change",
  description:
    "The configuration changes of a cluster, past and future, newest first. Changes that have ended are history: as code, they are useful for their `triggers` only.",
  schema: {
    cluster_id: clusterId,
    status: filter("Only changes of this status, such as `pending`."),
  },
  async *list({ service, signal, warn }, { cluster_id, status }) {
    const client = clientOf(service);
    for await (const record of client.list(
      "listConfigurationChanges",
      { path: { cluster_id } },
      { signal },
    )) {
      if (status !== null && record.status !== status) continue;
      const values = { cluster_id, ...observedChange(record), ...importedValues(record) };
      const why = problemAsCode(configurationChange, values);
      if (why !== undefined) {
        warnOfLeftOut({ warn }, { what: `${describeChange(record)} of cluster ${cluster_id}`, why });
        continue;
      }
      const privateState = { ...childPrivateState(service, cluster_id), imported: importedFrom(record) };
      yield {
        displayName: describeChange(record),
        values,
        privateState,
        read: async () => values,
      } satisfies Listed;
    }
  },
});
