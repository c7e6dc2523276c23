import type { Edit, Lines, Story } from "./story";

const FLAG = { none: "both values are right" };
const AGAIN = ["cancelConfigurationChange", "createConfigurationChange"];

/** Any edit of what was requested requests another change in place of this one. */
const replaced = (attribute: string, lines: Lines): Edit => ({
  attribute,
  lines,
  actions: ["delete", "create"],
  writes: AGAIN,
});

/** Its plan says all: the apply would be the same again. */
const planned = (attribute: string, lines: Lines): Edit => ({
  ...replaced(attribute, lines),
  onlyPlanned: true,
});

/** A change that waits for its moment all the time. */
export const configurationChangeStory: Story = {
  type: "configuration_change",
  prepare: (emulator) =>
    void emulator.seed({
      clusters: [
        { id: "shop1", memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" },
        { id: "shop2", memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" },
      ],
    }),
  lines: { cluster_id: '"shop1"', perform_change_at: '"2026-12-01T00:00:00Z"' },
  creates: ["createConfigurationChange"],
  edits: [
    replaced("cluster_id", { cluster_id: '"shop2"' }),
    planned("new_memory", { new_memory: '"16_gb"' }),
    planned("new_vcpu", { new_vcpu: '"4_vcpus"' }),
    planned("new_gpu", { new_gpu: "true" }),
    planned("new_search_server_version", { new_search_server_version: '"30.2"' }),
    planned("new_high_availability", { new_high_availability: "true" }),
    planned("new_high_availability_node_count", { new_high_availability_node_count: "5" }),
    planned("new_high_performance_disk", { new_high_performance_disk: "true" }),
    planned("new_search_delivery_network", {
      new_high_availability_node_count: undefined,
      new_search_delivery_network: '"3_regions"',
      new_region_node_counts: "{ oregon = 1, paris = 1, tokyo = 1 }",
    }),
    planned("new_region_node_counts", { new_region_node_counts: "{ oregon = 1, paris = 1, sydney = 1 }" }),
    planned("notification_email_addresses", { notification_email_addresses: '["search@example.com"]' }),
    planned("perform_change_at", { perform_change_at: '"2026-12-02T00:00:00Z"' }),
    replaced("window", {
      perform_change_at: undefined,
      window: 'window {\n days = ["monday"]\n start = "02:00"\n}',
    }),
    { attribute: "triggers", lines: { triggers: '{ again = "1" }' }, writes: [] },
    replaced("triggers", { triggers: '{ again = "2" }' }),
    { attribute: "wait", lines: { wait: "false" }, writes: [] },
    { attribute: "timeouts", lines: { timeouts: 'timeouts {\n create = "8h"\n}' }, writes: [] },
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
    triggers: { none: "anything may ask for another change" },
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: ({ cluster_id, id }) => `${cluster_id}/${id}`,
  imported: "update",
  takeAway: (emulator, { cluster_id }) => emulator.forget(String(cluster_id)),
  destroys: ["cancelConfigurationChange"],
};
