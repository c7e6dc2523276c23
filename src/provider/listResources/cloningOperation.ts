import { define, type Listed } from "../../framework";
import { clusterId, filter } from "../dataSources/listing";
import { describeClone } from "../model/describe";
import { observedClone } from "../resources/cloningOperation/schema";
import { childPrivateState } from "../shared/child";
import { clientOf, type Service } from "../shared/service";

const UNKNOWN = { target_region: null, search_server_version: null, target_cluster_id: null };

/** `list "searchcloud_cloning_operation"`: the clones of a cluster. */
export const cloningOperationList = define<Service>().listResource({
  name: "cloning_operation",
  description:
    "The cloning operations whose source is a cluster, past and in progress, newest first. The clones themselves are clusters, in the list of `searchcloud_cluster`.",
  schema: {
    cluster_id: clusterId,
    status: filter("Only cloning operations of this status, such as `succeeded`."),
  },
  async *list({ service, signal }, { cluster_id, status }) {
    const client = clientOf(service);
    for await (const record of client.list("listCloningOperations", { path: { cluster_id } }, { signal })) {
      if (status !== null && record.status !== status) continue;
      const { notification_email_addresses: addresses } = record;
      const values = {
        cluster_id,
        ...observedClone(record, UNKNOWN),
        notification_email_addresses: addresses.length > 0 ? addresses : null,
      };
      yield {
        displayName: describeClone(record),
        values,
        privateState: { ...childPrivateState(service, cluster_id), imported: true },
        read: async () => values,
      } satisfies Listed;
    }
  },
});
