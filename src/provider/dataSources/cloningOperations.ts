import type { CloningOperationRecord } from "../../client";
import { define, defineSchema, t } from "../../framework";
import { text, texts } from "../api/attributes";
import { toInstant } from "../api/convert";
import { clientOf, type Service } from "../service";
import { allOf, newestFirst } from "./listing";
import { clusterId, filter } from "./schema";

const schema = defineSchema({
  cluster_id: clusterId,
  status: filter("Only cloning operations of this status, such as `succeeded`; without it, all."),
  cloning_operations: {
    type: t.nested.list({
      id: text("Identifier of the cloning operation."),
      status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
      source_region: text("Region that was cloned, such as `oregon`."),
      target_region: text("Region of the clone, such as `oregon`."),
      search_server_version: text("Server version of the clone."),
      target_cluster_id: text(
        "Cluster reference ID of the clone, which is billed as a cluster of its own; null until the operation has succeeded.",
      ),
      notification_email_addresses: texts("E-mail addresses that are notified."),
      created_at: text("When it was requested (RFC 3339)."),
      updated_at: text("When its record changed last (RFC 3339)."),
      completed_at: text("When it ended (RFC 3339), or null."),
    }),
    mode: "computed",
    description: "The cloning operations, newest first.",
  },
});

/** `data.searchcloud_cloning_operations`: every cloning operation whose source is a cluster, past and in progress. */
export const cloningOperationsData = define<Service>().dataSource({
  name: "cloning_operations",
  description: "The cloning operations of a cluster, past and in progress.",
  schema,
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listCloningOperations", { path: { cluster_id } }, { signal });
    const found = await allOf(records, (operation) => status === null || operation.status === status);
    return { cloning_operations: found.sort(newestFirst).map(cloningValues) };
  },
});

/** Field by field: a record of a clone may hold more than is documented. */
function cloningValues(operation: CloningOperationRecord) {
  return {
    id: operation.id,
    status: operation.status,
    source_region: operation.source_region,
    target_region: operation.target_region,
    search_server_version: operation.search_server_version,
    target_cluster_id: operation.target_cluster_reference_id,
    notification_email_addresses: operation.notification_email_addresses,
    created_at: toInstant(operation.created_at),
    updated_at: toInstant(operation.updated_at),
    completed_at: toInstant(operation.completed_at),
  };
}
