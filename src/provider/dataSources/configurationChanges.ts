import type { ConfigurationChangeRecord } from "../../client";
import { define, defineSchema, t } from "../../framework";
import { flag, settingAttributes, text, texts } from "../api/attributes";
import { toBool, toInstant } from "../api/convert";
import { prefixed, settingsIn } from "../api/sizing";
import { clientOf, type Service } from "../service";
import { allOf, newestFirst } from "./listing";
import { clusterId, filter } from "./schema";

const schema = defineSchema({
  cluster_id: clusterId,
  status: filter("Only changes of this status, such as `pending`; without it, all."),
  configuration_changes: {
    type: t.nested.list({
      id: text("Identifier of the change."),
      status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
      perform_change_at: text("When it begins, or began (RFC 3339)."),
      created_at: text("When it was requested (RFC 3339)."),
      updated_at: text("When its record changed last (RFC 3339)."),
      completed_at: text("When it ended (RFC 3339), or null."),
      notification_email_addresses: texts("E-mail addresses that are notified."),
      ...settingAttributes("old_", "before the change."),
      ...settingAttributes("new_", "afterwards; null if it was not changed."),
      old_load_balancing: flag("Load balancing before."),
      new_load_balancing: flag("Load balancing afterwards; null if it was not changed."),
    }),
    mode: "computed",
    description: "The changes, newest first.",
  },
});

/** `data.searchcloud_configuration_changes`: every configuration change of a cluster, past and future. */
export const configurationChangesData = define<Service>().dataSource({
  name: "configuration_changes",
  description: "The configuration changes of a cluster, past and future.",
  schema,
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listConfigurationChanges", { path: { cluster_id } }, { signal });
    const found = await allOf(records, (change) => status === null || change.status === status);
    return { configuration_changes: found.sort(newestFirst).map(changeValues) };
  },
});

function changeValues(change: ConfigurationChangeRecord) {
  return {
    ...change,
    perform_change_at: toInstant(change.perform_change_at),
    created_at: toInstant(change.created_at),
    updated_at: toInstant(change.updated_at),
    completed_at: toInstant(change.completed_at),
    ...prefixed("old_", settingsIn(change, "old")),
    ...prefixed("new_", settingsIn(change, "new")),
    old_load_balancing: toBool(change.old_load_balancing),
    new_load_balancing: toBool(change.new_load_balancing),
  };
}
