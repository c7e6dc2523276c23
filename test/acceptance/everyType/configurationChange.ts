import { FLAG, replaced, type Story, updated } from "./story";

const AGAIN = ["cancelConfigurationChange", "createConfigurationChange"];
const SIZE = { memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" };

/** A change that stays pending. Any edit of a requested value requests another change in its place. */
export const configurationChangeStory: Story = {
  type: "configuration_change",
  prepare: (emulator) => void emulator.seed({ clusters: ["shop1", "shop2"].map((id) => ({ id, ...SIZE })) }),
  lines: { cluster_id: '"shop1"', perform_change_at: '"2026-12-01T00:00:00Z"' },
  creates: ["createConfigurationChange"],
  edits: [
    replaced({ cluster_id: '"shop2"' }, ...AGAIN),
    replaced(
      {
        new_memory: '"16_gb"',
        new_vcpu: '"4_vcpus"',
        new_gpu: "true",
        new_search_server_version: '"30.2"',
        new_high_availability: "true",
        new_high_availability_node_count: "5",
        new_high_performance_disk: "true",
        notification_email_addresses: '["search@example.com"]',
        perform_change_at: '"2026-12-02T00:00:00Z"',
      },
      ...AGAIN,
    ),
    replaced(
      {
        new_high_availability_node_count: undefined,
        new_search_delivery_network: '"3_regions"',
        new_region_node_counts: "{ oregon = 1, paris = 1, sydney = 1 }",
      },
      ...AGAIN,
    ),
    replaced(
      { perform_change_at: undefined, window: 'window {\n days = ["monday"]\n start = "02:00"\n}' },
      ...AGAIN,
    ),
    updated({
      triggers: '{ again = "1" }',
      wait: "false",
      timeouts: 'timeouts {\n create = "8h"\n}',
    }),
    replaced({ triggers: '{ again = "2" }' }, ...AGAIN),
  ],
  invalid: {
    cluster_id: '""',
    new_memory: '""',
    new_vcpu: '""',
    new_gpu: FLAG,
    new_high_availability: "false",
    new_high_performance_disk: FLAG,
    wait: FLAG,
    new_search_server_version: '""',
    new_high_availability_node_count: "8",
    new_search_delivery_network: '""',
    new_region_node_counts: "{ oregon = 0 }",
    notification_email_addresses: '["nobody"]',
    perform_change_at: '"tomorrow"',
    window: 'window {\n days = ["someday"]\n start = "02:00"\n}',
    triggers: { none: "anything may request another change" },
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: ({ cluster_id, id }) => `${cluster_id}/${id}`,
  imported: "update",
  takeAway: (emulator, { cluster_id }) => emulator.forget(String(cluster_id)),
  destroys: ["cancelConfigurationChange"],
};
