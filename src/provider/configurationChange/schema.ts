import { block, checks, defineResourceSchema, REPLACE, STATE_ONLY, t, type ValuesOf } from "../../framework";
import { emailAddresses, settingAttributes, TIMEOUTS_BLOCK, text, timeout } from "../api/attributes";
import { sameInstant } from "../api/convert";
import { instant, windowBlock } from "../schedule/schema";

/** An edit requests another change, but for what an import could not know. */
const RECREATED = { mode: "optional", updatedBy: "recreate" } as const;

/** The attributes of `searchcloud_configuration_change` (docs/design/architecture.md#types; management API, ConfigurationChange). */
export const schema = defineResourceSchema({
  id: text("Identifier of the change."),
  cluster_id: {
    type: t.string,
    mode: "required",
    updatedBy: REPLACE,
    description: "Cluster reference ID of the cluster to change.",
    validators: [checks.notEmpty()],
  },
  perform_change_at: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: REPLACE,
    description:
      "The moment at which the change begins (RFC 3339). Without it, and without a window, it begins as soon as possible.",
    validators: [instant],
    semanticallyEqual: sameInstant,
  },
  new_memory: {
    ...RECREATED,
    type: t.string,
    description: "Memory per node afterwards, such as `16_gb`.",
    validators: [checks.notEmpty()],
  },
  new_vcpu: {
    ...RECREATED,
    type: t.string,
    description: "vCPU option afterwards, such as `4_vcpus`.",
    validators: [checks.notEmpty()],
  },
  new_gpu: {
    ...RECREATED,
    type: t.bool,
    description: "Whether the nodes have a GPU afterwards.",
  },
  new_high_performance_disk: {
    ...RECREATED,
    type: t.bool,
    description: "Whether the nodes have high performance disks afterwards.",
  },
  new_search_server_version: {
    ...RECREATED,
    type: t.string,
    description: "Server version afterwards, such as `27.1`.",
    validators: [checks.notEmpty()],
  },
  new_high_availability: {
    ...RECREATED,
    type: t.bool,
    description:
      "`true` turns high availability on, for good. It can never be turned off, so `false` is refused.",
    validators: [(value) => (value ? undefined : "must be true: high availability can never be turned off")],
  },
  new_high_availability_node_count: {
    ...RECREATED,
    type: t.number,
    description: "Number of nodes afterwards, 3 to 7, of a high-availability cluster in one region.",
    validators: [checks.between(3, 7)],
  },
  new_search_delivery_network: {
    ...RECREATED,
    type: t.string,
    description: "`off`, `3_regions`, `5_regions` or `multi_nodes_per_region` afterwards.",
    validators: [checks.notEmpty()],
  },
  new_region_node_counts: {
    ...RECREATED,
    type: t.map(t.number),
    description: "Number of nodes by region afterwards, each 1 or more.",
    validators: [checks.notEmpty(), checks.each(checks.between(1, 1000))],
  },
  notification_email_addresses: {
    ...RECREATED,
    type: t.set(t.string),
    description: "E-mail addresses that the service notifies of the change.",
    validators: [emailAddresses],
  },
  triggers: {
    ...RECREATED,
    type: t.map(t.string),
    description: "Any values; when one changes, another change is requested in place of this one.",
  },
  wait: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether apply waits until the change is done. By default it does when no schedule is given.",
  },
  window: windowBlock({ updatedBy: "recreate" }),
  timeouts: block(
    {
      create: timeout("How long to wait until the change is done, a duration. The default is `6h`."),
    },
    TIMEOUTS_BLOCK,
  ),
  status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
  created_at: text("When the change was requested (RFC 3339)."),
  updated_at: text("When its record changed last (RFC 3339)."),
  completed_at: text("When it was done (RFC 3339), or null."),
  old: {
    type: t.nested.single(settingAttributes("", "before the change.")),
    mode: "computed",
    description: "What the cluster had before the change.",
  },
});

export type ChangeValues = ValuesOf<typeof schema>;
