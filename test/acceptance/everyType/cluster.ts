import { FLAG, type Story, updated } from "./story";

const CHANGE = "createConfigurationChange";
const CREATE_PARAMETER = "createServerConfigurationParameter";

/** One cluster from a single node to several in each region: HA and the network can only be turned on. */
export const clusterStory: Story = {
  type: "cluster",
  lines: {
    memory: '"8_gb"',
    vcpu: '"2_vcpus"',
    regions: '["oregon"]',
    search_server_version: '"29.0"',
    health_check: "true",
  },
  creates: ["createCluster"],
  edits: [
    updated({ name: '"products"', auto_upgrade_capacity: "false" }, "updateCluster"),
    updated({ memory: '"16_gb"', vcpu: '"4_vcpus"', gpu: "true", search_server_version: '"30.2"' }, CHANGE),
    updated(
      { high_availability: "true", high_availability_node_count: "5", high_performance_disk: "true" },
      CHANGE,
    ),
    updated(
      {
        high_availability_node_count: undefined,
        search_delivery_network: '"3_regions"',
        regions: '["oregon", "paris", "tokyo"]',
      },
      CHANGE,
    ),
    updated(
      {
        regions: undefined,
        search_delivery_network: '"multi_nodes_per_region"',
        region_node_counts: "{ oregon = 2, paris = 3 }",
      },
      CHANGE,
    ),
    updated({ server_parameters: '{ "max-per-page" = "500" }' }, CREATE_PARAMETER, CHANGE),
    updated(
      { server_parameters: '{ "filter-by-max-ops" = "200" }' },
      CREATE_PARAMETER,
      "deleteServerConfigurationParameter",
      CHANGE,
    ),
    updated({
      notification_email_addresses: '["search@example.com"]',
      change_schedule: "change_schedule {\n wait = true\n}",
      timeouts: 'timeouts {\n update = "8h"\n}',
      termination_protection: "false",
      health_check: "false",
    }),
  ],
  invalid: {
    name: { none: "the service takes any text" },
    memory: '""',
    vcpu: '""',
    gpu: FLAG,
    auto_upgrade_capacity: FLAG,
    termination_protection: FLAG,
    health_check: FLAG,
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
