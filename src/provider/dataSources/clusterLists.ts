import { define } from "../../framework";
import { course, flag, settingAttributes, text, texts, updatedAt } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { byCodeUnit, clusterId, filter, listed, newestFirst, readAll } from "./listing";
import { valuesFrom } from "./openRecords";

const configurationChange = {
  id: text("Identifier of the change."),
  perform_change_at: text("When it begins, or began (RFC 3339)."),
  notification_email_addresses: texts("E-mail addresses that are notified."),
  ...course,
  updated_at: updatedAt,
  ...settingAttributes("old_", "before the change."),
  ...settingAttributes("new_", "afterwards; null if it was not changed."),
  old_load_balancing: flag("Load balancing before."),
  new_load_balancing: flag("Load balancing afterwards; null if it was not changed."),
};

/** `data.searchcloud_configuration_changes`: every configuration change of a cluster, past and future. */
export const configurationChangesData = define<Service>().dataSource({
  name: "configuration_changes",
  description: "The configuration changes of a cluster, past and future.",
  schema: {
    cluster_id: clusterId,
    status: filter("Only changes of this status, such as `pending`; without it, all."),
    configuration_changes: listed("The changes, newest first.", configurationChange),
  },
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listConfigurationChanges", { path: { cluster_id } }, { signal });
    const found = await readAll(records, status);
    return {
      configuration_changes: found.sort(newestFirst).map((change) => valuesFrom(configurationChange, change)),
    };
  },
});

const cloningOperation = {
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
    cloning_operations: listed("The cloning operations, newest first.", cloningOperation),
  },
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listCloningOperations", { path: { cluster_id } }, { signal });
    const found = await readAll(records, status);
    const values = found
      .sort(newestFirst)
      .map(({ target_cluster_reference_id: target, ...record }) =>
        valuesFrom(cloningOperation, { ...record, target_cluster_id: target }),
      );
    return { cloning_operations: values };
  },
});

const serverParameter = {
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
    server_parameters: listed("The parameters that are set, sorted by name.", serverParameter),
  },
  read: async ({ service, signal }, { cluster_id, name: only }) => {
    const all = await clientOf(service).parameters(cluster_id, { signal });
    const found = all
      .map(({ parameter_name: name, parameter_value: value, ...record }) => ({ ...record, name, value }))
      .filter(({ name }) => only === null || name === only)
      .sort((a, b) => byCodeUnit(a.name, b.name) || byCodeUnit(a.id, b.id));
    return { server_parameters: found.map((parameter) => valuesFrom(serverParameter, parameter)) };
  },
});
