import { block, checks, defineResourceSchema, STATE_ONLY, t, type ValueValidator } from "../../framework";
import { emailAddresses, hostnames, provisionedBy, TIMEOUTS_BLOCK, timeout } from "../api/attributes";
import { sameInstant, withinVersion } from "../api/convert";
import { instant, windowBlock } from "../schedule/schema";
import type { Parameters } from "./parameters/difference";

const { nested } = t;

function computed<const T>(type: T, description: string) {
  return { type, mode: "computed", description } as const;
}

/** The sizing values as they run now; the same names as the attributes above them. */
const live = nested.single({
  memory: computed(t.string, "Memory per node that runs now, such as `8_gb`."),
  vcpu: computed(t.string, "vCPU option that runs now, such as `2_vcpus`."),
  gpu: computed(t.bool, "Whether the nodes have a GPU now."),
  high_performance_disk: computed(t.bool, "Whether the nodes have high performance disks now."),
  search_server_version: computed(t.string, "Server version that runs now."),
  high_availability: computed(t.bool, "Whether the cluster is highly available now."),
  high_availability_node_count: computed(
    t.number,
    "Nodes of a single-region high-availability cluster now. Null for any other cluster.",
  ),
  search_delivery_network: computed(t.string, "Search delivery network now."),
  region_node_counts: computed(t.map(t.number), "Number of nodes by region now."),
});

const pendingChange = nested.single({
  id: computed(t.string, "Identifier of the configuration change."),
  status: computed(t.string, "`pending` or `in_progress`."),
  perform_change_at: computed(t.string, "When it begins (RFC 3339)."),
  created_at: computed(t.string, "When it was requested (RFC 3339)."),
  new_memory: computed(t.string, "Memory afterwards, or null if it does not change."),
  new_vcpu: computed(t.string, "vCPU option afterwards, or null if it does not change."),
  new_gpu: computed(t.bool, "GPU afterwards, or null if it does not change."),
  new_high_performance_disk: computed(
    t.bool,
    "High performance disks afterwards, or null if it does not change.",
  ),
  new_search_server_version: computed(t.string, "Server version afterwards, or null if it does not change."),
  new_high_availability: computed(t.bool, "HA afterwards, or null if it does not change."),
  new_high_availability_node_count: computed(
    t.number,
    "Number of nodes afterwards, or null if it does not change.",
  ),
  new_search_delivery_network: computed(
    t.string,
    "Search delivery network afterwards, or null if it does not change.",
  ),
  new_region_node_counts: computed(
    t.map(t.number),
    "Number of nodes by region afterwards, or null if it does not change.",
  ),
});

/** When a change of the sizing values may begin (docs/design/laws.md#l4). Stored by Terraform only. */
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
  if (wrong === undefined) return undefined;
  return wrong === ""
    ? "has a parameter without a name"
    : `has a name with a blank in it: ${JSON.stringify(wrong)}`;
};

/** The attributes of `searchcloud_cluster` (docs/design/architecture.md#types; management API, Cluster). */
export const schema = defineResourceSchema({
  id: computed(t.string, "Cluster reference ID."),
  name: {
    type: t.string,
    mode: "optional",
    updatedBy: "rename",
    description:
      "Name of the cluster. The service allows duplicate names; this provider refuses to create a cluster whose name already exists in the account.",
  },
  memory: {
    type: t.string,
    mode: "required",
    updatedBy: "resize",
    description:
      "Memory per node, such as `8_gb`. The service lists the values. Each one allows certain `vcpu` options.",
    validators: [checks.notEmpty()],
  },
  vcpu: {
    type: t.string,
    mode: "required",
    updatedBy: "resize",
    description: "vCPU option per node, such as `2_vcpus` or `2_vcpus_4_hr_burst_per_day`.",
    validators: [checks.notEmpty()],
  },
  gpu: {
    type: t.bool,
    mode: "optional_computed",
    updatedBy: "resize",
    description:
      "Whether the nodes have a GPU. Only some pairs of memory and vcpu allow one. The service's default is false.",
  },
  high_performance_disk: {
    type: t.bool,
    mode: "optional_computed",
    updatedBy: "resize",
    description:
      "Whether the nodes have high performance disks, which need high availability and a vcpu without burst hours. The service's default is false.",
  },
  auto_upgrade_capacity: {
    type: t.bool,
    mode: "optional_computed",
    updatedBy: "rename",
    description:
      "Whether the service may raise memory and vcpu by itself. `memory` and `vcpu` are then minimums. It is null until it is set for the first time.",
  },
  search_delivery_network: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: "resize",
    description:
      "`off` (one region), `3_regions`, `5_regions` (one node in each), or `multi_nodes_per_region` (2 to 7 regions, see `region_node_counts`). The service's default is `off`.",
    validators: [checks.notEmpty()],
  },
  high_availability: {
    type: t.bool,
    mode: "optional_computed",
    updatedBy: "resize",
    description:
      "Whether the cluster has several nodes. It can never be turned off again. The service's default is false. A search delivery network turns it on.",
  },
  high_availability_node_count: {
    type: t.number,
    mode: "optional_computed",
    updatedBy: "resize",
    description:
      "Number of nodes of a high-availability cluster in one region, 3 to 7. It is null when high availability is off or the network is on. The service's default is 3.",
    validators: [checks.between(1, 1000)],
  },
  regions: {
    type: t.set(t.string),
    mode: "optional_computed",
    updatedBy: "resize",
    description: "Regions of the cluster, such as `oregon`. Set this or `region_node_counts`.",
    validators: [checks.notEmpty()],
  },
  region_node_counts: {
    type: t.map(t.number),
    mode: "optional_computed",
    updatedBy: "resize",
    description: "Number of nodes by region, each 1 or more. Required for `multi_nodes_per_region`.",
    validators: [checks.notEmpty(), checks.each(checks.between(1, 1000))],
  },
  search_server_version: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: "resize",
    description:
      "Server version, such as `27.1`. `27` allows any `27.x`. The service's default is the latest.",
    validators: [checks.notEmpty()],
    semanticallyEqual: withinVersion,
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
  status: computed(
    t.string,
    "`provisioning`, `initializing`, `in_service`, `suspended`, `deprovisioning` or `terminated`.",
  ),
  hostnames: computed(hostnames, "Hostnames of the cluster. Null until it is in service for the first time."),
  load_balancing: computed(
    t.bool,
    "Whether the service balances the load over the nodes. Follows from high availability.",
  ),
  live: computed(live, "The sizing values that run now."),
  pending_change: computed(
    pendingChange,
    "The configuration change that is pending or in progress, or null.",
  ),
  provisioned_at: computed(t.string, "When the cluster was created (RFC 3339)."),
  provisioned_by: computed(provisionedBy, "Who created the cluster."),
});
