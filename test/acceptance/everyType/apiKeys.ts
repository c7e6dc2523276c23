import type { Story } from "./story";

/** Keys are issued by a create alone: nothing reads them again, and nothing takes them back. */
export const apiKeysStory: Story = {
  type: "api_keys",
  prepare: (emulator) => void emulator.seed({ clusters: [{ id: "shop1" }, { id: "shop2" }] }),
  lines: { cluster_id: '"shop1"' },
  creates: ["issueClusterApiKeys"],
  edits: [
    { attribute: "keepers", lines: { keepers: '{ rotated = "1" }' }, writes: [] },
    {
      attribute: "keepers",
      lines: { keepers: '{ rotated = "2" }' },
      actions: ["delete", "create"],
      writes: ["issueClusterApiKeys"],
    },
    {
      attribute: "cluster_id",
      lines: { cluster_id: '"shop2"' },
      actions: ["delete", "create"],
      writes: ["issueClusterApiKeys"],
    },
    { attribute: "timeouts", lines: { timeouts: 'timeouts {\n create = "1h"\n}' }, writes: [] },
  ],
  invalid: {
    cluster_id: '""',
    keepers: { none: "anything may ask for other keys" },
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: null,
  takeAway: null,
  destroys: [],
};
