import type { Edit, Lines, Story } from "./story";

const FLAG = { none: "both values are right" };

/** Any edit of what was asked for makes another clone; the one before stays, and is billed. */
const recloned = (attribute: string, lines: Lines): Edit => ({
  attribute,
  lines,
  actions: ["delete", "create"],
  writes: ["createCloningOperation"],
});

export const cloningOperationStory: Story = {
  type: "cloning_operation",
  prepare: (emulator) =>
    void emulator.seed({
      clusters: [
        { id: "shop1", search_server_version: "29.0" },
        { id: "shop2", search_server_version: "29.0" },
      ],
    }),
  lines: { cluster_id: '"shop1"' },
  creates: ["createCloningOperation"],
  edits: [
    recloned("cluster_id", { cluster_id: '"shop2"' }),
    recloned("target_region", { target_region: '"paris"' }),
    recloned("search_server_version", { search_server_version: '"30.2"' }),
    recloned("notification_email_addresses", { notification_email_addresses: '["search@example.com"]' }),
    { attribute: "triggers", lines: { triggers: '{ again = "1" }' }, writes: [] },
    recloned("triggers", { triggers: '{ again = "2" }' }),
    { attribute: "wait", lines: { wait: "true" }, writes: [] },
    { attribute: "timeouts", lines: { timeouts: 'timeouts {\n create = "8h"\n}' }, writes: [] },
    { attribute: "terminate_clone_on_destroy", lines: { terminate_clone_on_destroy: "true" }, writes: [] },
  ],
  invalid: {
    cluster_id: '""',
    target_region: '""',
    search_server_version: '""',
    notification_email_addresses: '["nobody"]',
    triggers: { none: "anything may ask for another clone" },
    wait: FLAG,
    terminate_clone_on_destroy: FLAG,
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: ({ cluster_id, id }) => `${cluster_id}/${id}`,
  imported: "update",
  // While either is there, its state is too: the clone is billed.
  takeAway: (emulator, { cluster_id, target_cluster_id }) => {
    emulator.forget(String(cluster_id));
    emulator.forget(String(target_cluster_id));
  },
  destroys: ["terminateCluster"],
};
