import { isWithinVersion } from "../../../api/versions";
import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  STATE_ONLY,
  t,
  type ValuesOf,
  type ValueValidator,
} from "../../../framework";
import {
  emailAddresses,
  flag,
  givenText,
  hostnames,
  provisionedBy,
  settingAttributes,
  TIMEOUTS_BLOCK,
  text,
  timeout,
} from "../../model/attributes";
import { sameInstant } from "../../model/convert";
import { instant, windowBlock } from "../../shared/schedule/schema";
import type { Service } from "../../shared/service";
import type { Parameters } from "./parameters/difference";
import type { PrivateState } from "./privateState";

const pendingChange = t.nested.single({
  id: text("Identifier of the configuration change."),
  status: text("`pending` or `in_progress`."),
  perform_change_at: text("When it begins (RFC 3339)."),
  created_at: text("When it was requested (RFC 3339)."),
  ...settingAttributes("new_", "afterwards, or null if it does not change."),
});

/** A setting that a configuration change edits, and that the service fills in. */
const resized = <const T>(type: T, description: string, ...validators: ValueValidator[]) =>
  ({ type, mode: "optional_computed", updatedBy: "resize", description, validators }) as const;

const capacity = (description: string) =>
  ({ ...givenText(description), mode: "required", updatedBy: "resize" }) as const;

/** The schedule of changes of the sizing values (docs/design/laws.md#l4). Stored by Terraform only. */
const changeSchedule = block(
  {
    perform_change_at: {
      type: t.string,
      mode: "optional",
      description: "The moment at which a change begins (RFC 3339).",
      validators: [instant],
      semanticallyEqual: sameInstant,
    },
    wait: {
      type: t.bool,
      mode: "optional",
      description:
        "Whether apply waits until the change has ended. By default it waits when no schedule is given.",
    },
    window: windowBlock({}),
  },
  {
    updatedBy: STATE_ONLY,
    description: "When a change of the sizing attributes may begin. By default, as soon as possible.",
  },
);

const namesWithoutBlanks: ValueValidator<Parameters> = (parameters) => {
  const wrong = Object.keys(parameters).find((name) => name === "" || /\s/.test(name));
  if (wrong === "") return "has a parameter without a name";
  return wrong && `has a name with a blank in it: ${JSON.stringify(wrong)}`;
};

/** The attributes of `searchcloud_cluster` (docs/design/architecture.md#types; management API, Cluster). */
export const clusterSchema = defineResourceSchema({
  id: text("Cluster reference ID."),
  name: {
    type: t.string,
    mode: "optional",
    updatedBy: "updateSettings",
    description:
      "Name of the cluster. The service allows duplicate names; this provider refuses to create a cluster whose name already exists in the account.",
  },
  memory: capacity(
    "Memory per node, such as `8_gb`. The service lists the values. Each one allows certain `vcpu` options.",
  ),
  vcpu: capacity("vCPU option per node, such as `2_vcpus` or `2_vcpus_4_hr_burst_per_day`."),
  gpu: resized(
    t.bool,
    "Whether the nodes have a GPU. Only some pairs of memory and vcpu allow one. The service's default is false.",
  ),
  high_performance_disk: resized(
    t.bool,
    "Whether the nodes have high performance disks, which need high availability and a vcpu without burst hours. The service's default is false.",
  ),
  auto_upgrade_capacity: {
    type: t.bool,
    mode: "optional_computed",
    updatedBy: "updateSettings",
    description:
      "Whether the service may raise memory and vcpu by itself. `memory` and `vcpu` are then minimums. It is null until it is set for the first time.",
  },
  search_delivery_network: resized(
    t.string,
    "`off` (one region), `3_regions`, `5_regions` (one node in each), or `multi_nodes_per_region` (2 to 7 regions, see `region_node_counts`). The service's default is `off`.",
    checks.notEmpty(),
  ),
  high_availability: resized(
    t.bool,
    "Whether the cluster has several nodes. It can never be turned off again. The service's default is false. A search delivery network turns it on.",
  ),
  high_availability_node_count: resized(
    t.number,
    "Number of nodes of a high-availability cluster in one region, 3 to 7. It is null when high availability is off or the network is on. The service's default is 3.",
    checks.between(1, 1000),
  ),
  regions: resized(
    t.set(t.string),
    "Regions of the cluster, such as `oregon`. Set this or `region_node_counts`.",
    checks.notEmpty(),
  ),
  region_node_counts: resized(
    t.map(t.number),
    "Number of nodes by region, each 1 or more. Required for `multi_nodes_per_region`.",
    checks.notEmpty(),
    checks.each(checks.between(1, 1000)),
  ),
  search_server_version: {
    ...resized(
      t.string,
      "Server version, such as `27.1`. `27` allows any `27.x`. The service's default is the latest.",
      checks.notEmpty(),
    ),
    semanticallyEqual: isWithinVersion,
  },
  server_parameters: {
    type: t.map(t.string),
    mode: "optional",
    updatedBy: "parameters",
    description:
      "Server configuration parameters by name, such as `max-per-page` = `500`. Terraform leaves parameters that are not listed as they are, and deletes one that is removed from the list. " +
      "They take effect when the cluster restarts: one change, at the time that `change_schedule` allows, carries them together with any edit of the size.",
    validators: [namesWithoutBlanks],
  },
  notification_email_addresses: {
    type: t.set(t.string),
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "E-mail addresses that the service notifies of configuration changes. Stored by Terraform only, and sent with each change.",
    validators: [emailAddresses],
  },
  change_schedule: changeSchedule,
  termination_protection: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether Terraform refuses to terminate this cluster. Before a destroy, turn it off in an apply of its own. Stored by Terraform only. The default is false.",
  },
  health_check: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether apply also waits until every node answers 200 at `/health`: after a new cluster has come into service, and after each change that it waits for. " +
      "The nodes must be reachable from where Terraform runs; no key is needed. Stored by Terraform only. The default is false.",
  },
  timeouts: block(
    {
      create: timeout(
        "How long to wait until a new cluster is in service, a duration such as `45m`. The default is `30m`.",
      ),
      update: timeout("How long an update may take, a duration. The default is `6h`."),
      delete: timeout(
        "How long to wait until a terminated cluster is gone, a duration. The default is `10m`.",
      ),
    },
    TIMEOUTS_BLOCK,
  ),
  status: text(
    "`provisioning`, `initializing`, `in_service`, `suspended`, `deprovisioning` or `terminated`.",
  ),
  hostnames: {
    type: hostnames,
    mode: "computed",
    description: "Hostnames of the cluster. Null until it is in service for the first time.",
  },
  load_balancing: flag(
    "Whether the service balances the load over the nodes. Follows from high availability.",
  ),
  live: {
    type: t.nested.single(settingAttributes("", "now.")),
    mode: "computed",
    description: "The sizing values that run now.",
  },
  pending_change: {
    type: pendingChange,
    mode: "computed",
    description: "The configuration change that is pending or in progress, or null.",
  },
  provisioned_at: text("When the cluster was created (RFC 3339)."),
  provisioned_by: { type: provisionedBy, mode: "computed", description: "Who created the cluster." },
});

/** A cluster's values as the resource sees them. */
export type ClusterValues = ValuesOf<typeof clusterSchema>;
export type ClusterName = keyof ClusterValues & string;
export type ClusterCall = Call<ClusterValues, Service, PrivateState>;
export type ClusterPlanning = Planning<ClusterValues, Service, PrivateState>;
