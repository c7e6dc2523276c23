import { define } from "../../framework";
import { course, flag, settingAttributes, text, texts, updatedAt } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { allOf, newestFirst } from "./listing";
import { valuesFrom } from "./openRecords";
import { clusterId, filter, listed } from "./schema";

const attributes = {
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
    configuration_changes: listed("The changes, newest first.", attributes),
  },
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listConfigurationChanges", { path: { cluster_id } }, { signal });
    const found = await allOf(records, status);
    return {
      configuration_changes: found.sort(newestFirst).map((change) => valuesFrom(attributes, change)),
    };
  },
});
