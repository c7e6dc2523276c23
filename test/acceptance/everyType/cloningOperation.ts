import { FLAG, replaced, type Story, updated } from "./story";

/** A clone. Any edit of a requested value creates another clone; the former one stays, and is billed. */
export const cloningOperationStory: Story = {
  type: "cloning_operation",
  prepare: (emulator) =>
    void emulator.seed({
      clusters: ["shop3", "shop4"].map((id) => ({ id, search_server_version: "29.0" })),
    }),
  lines: { cluster_id: '"shop3"' },
  creates: ["createCloningOperation"],
  edits: [
    replaced(
      {
        cluster_id: '"shop4"',
        target_region: '"paris"',
        search_server_version: '"30.2"',
        notification_email_addresses: '["search@example.com"]',
      },
      "createCloningOperation",
    ),
    updated({
      triggers: '{ again = "1" }',
      wait: "true",
      timeouts: 'timeouts {\n create = "8h"\n}',
    }),
    replaced({ triggers: '{ again = "2" }' }, "createCloningOperation"),
    updated({ terminate_clone_on_destroy: "true" }),
  ],
  invalid: {
    cluster_id: '""',
    target_region: '""',
    search_server_version: '""',
    notification_email_addresses: '["nobody"]',
    triggers: { none: "anything may request another clone" },
    wait: FLAG,
    terminate_clone_on_destroy: FLAG,
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: ({ cluster_id, id }) => `${cluster_id}/${id}`,
  imported: "update",
  // Its state stays while either exists, because the clone is billed.
  takeAway: (emulator, { cluster_id, target_cluster_id }) => {
    emulator.forget(String(cluster_id));
    emulator.forget(String(target_cluster_id));
  },
  destroys: ["terminateCluster"],
};
