import type { Story } from "./story";

const FLAG = { none: "both values are right" };
const CHANGE = ["createConfigurationChange"];

/** One cluster from a single node to several in each region: HA and the network can only be turned on. */
export const clusterStory: Story = {
  type: "cluster",
  lines: {
    memory: '"8_gb"',
    vcpu: '"2_vcpus"',
    regions: '["oregon"]',
    search_server_version: '"29.0"',
  },
  creates: ["createCluster"],
  edits: [
    { attribute: "name", lines: { name: '"products"' }, writes: ["updateCluster"] },
    {
      attribute: "auto_upgrade_capacity",
      lines: { auto_upgrade_capacity: "false" },
      writes: ["updateCluster"],
    },
    { attribute: "memory", lines: { memory: '"16_gb"' }, writes: CHANGE },
    { attribute: "vcpu", lines: { vcpu: '"4_vcpus"' }, writes: CHANGE },
    { attribute: "gpu", lines: { gpu: "true" }, writes: CHANGE },
    { attribute: "search_server_version", lines: { search_server_version: '"30.2"' }, writes: CHANGE },
    { attribute: "high_availability", lines: { high_availability: "true" }, writes: CHANGE },
    {
      attribute: "high_availability_node_count",
      lines: { high_availability_node_count: "5" },
      writes: CHANGE,
    },
    { attribute: "high_performance_disk", lines: { high_performance_disk: "true" }, writes: CHANGE },
    {
      attribute: "search_delivery_network",
      lines: {
        high_availability_node_count: undefined,
        search_delivery_network: '"3_regions"',
        regions: '["oregon", "paris", "tokyo"]',
      },
      writes: CHANGE,
    },
    { attribute: "regions", lines: { regions: '["oregon", "paris", "sydney"]' }, writes: CHANGE },
    {
      attribute: "region_node_counts",
      lines: {
        regions: undefined,
        search_delivery_network: '"multi_nodes_per_region"',
        region_node_counts: "{ oregon = 2, paris = 3 }",
      },
      writes: CHANGE,
    },
    {
      attribute: "server_parameters",
      lines: { server_parameters: '{ "max-per-page" = "500" }' },
      writes: ["createServerConfigurationParameter", ...CHANGE],
    },
    {
      attribute: "server_parameters",
      lines: { server_parameters: '{ "filter-by-max-ops" = "200" }' },
      writes: ["createServerConfigurationParameter", "deleteServerConfigurationParameter", ...CHANGE],
    },
    {
      attribute: "notification_email_addresses",
      lines: { notification_email_addresses: '["search@example.com"]' },
      writes: [],
    },
    {
      attribute: "change_schedule",
      lines: { change_schedule: "change_schedule {\n wait = true\n}" },
      writes: [],
    },
    { attribute: "timeouts", lines: { timeouts: 'timeouts {\n update = "8h"\n}' }, writes: [] },
    { attribute: "termination_protection", lines: { termination_protection: "false" }, writes: [] },
  ],
  invalid: {
    name: { none: "the service takes any text" },
    memory: '""',
    vcpu: '""',
    gpu: FLAG,
    auto_upgrade_capacity: FLAG,
    termination_protection: FLAG,
    high_availability: FLAG,
    high_performance_disk: {
      none: "wrong only beside other values, which are judged when each by itself is right",
    },
    high_availability_node_count: "2.5",
    search_delivery_network: '""',
    server_parameters: '{ "max per page" = "500" }',
    regions: "[]",
    region_node_counts: "{ oregon = 0 }",
    search_server_version: '""',
    notification_email_addresses: '["nobody"]',
    change_schedule: 'change_schedule {\n perform_change_at = "tomorrow"\n}',
    timeouts: 'timeouts {\n update = "soon"\n}',
  },
  importId: ({ id }) => String(id),
  imported: "update",
  takeAway: (emulator, { id }) => emulator.terminateOutside(String(id)),
  destroys: ["terminateCluster"],
};
