import { define } from "../../framework";
import { course, text, texts, updatedAt } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { allOf, newestFirst } from "./listing";
import { valuesFrom } from "./openRecords";
import { clusterId, filter, listed } from "./schema";

const attributes = {
  id: text("Identifier of the cloning operation."),
  source_region: text("Region that was cloned, such as `oregon`."),
  target_region: text("Region of the clone, such as `oregon`."),
  search_server_version: text("Server version of the clone."),
  target_cluster_id: text(
    "Cluster reference ID of the clone, which is billed as a cluster of its own; null until the operation has succeeded.",
  ),
  notification_email_addresses: texts("E-mail addresses that are notified."),
  ...course,
  updated_at: updatedAt,
};

/** `data.searchcloud_cloning_operations`: every cloning operation whose source is a cluster, past and in progress. */
export const cloningOperationsData = define<Service>().dataSource({
  name: "cloning_operations",
  description: "The cloning operations of a cluster, past and in progress.",
  schema: {
    cluster_id: clusterId,
    status: filter("Only cloning operations of this status, such as `succeeded`; without it, all."),
    cloning_operations: listed("The cloning operations, newest first.", attributes),
  },
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listCloningOperations", { path: { cluster_id } }, { signal });
    const found = await allOf(records, status);
    const values = found
      .sort(newestFirst)
      .map(({ target_cluster_reference_id: target, ...record }) =>
        valuesFrom(attributes, { ...record, target_cluster_id: target }),
      );
    return { cloning_operations: values };
  },
});
