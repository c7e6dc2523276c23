import { replaced, type Story, updated } from "./story";

/** Keys that only a create issues: nothing reads them again, and nothing revokes them. */
export const apiKeysStory: Story = {
  type: "api_keys",
  prepare: (emulator) => void emulator.seed({ clusters: [{ id: "shop7" }, { id: "shop8" }] }),
  lines: { cluster_id: '"shop7"' },
  creates: ["issueClusterApiKeys"],
  edits: [
    updated({ keepers: '{ rotated = "1" }', timeouts: 'timeouts {\n create = "1h"\n}' }),
    replaced({ keepers: '{ rotated = "2" }', cluster_id: '"shop8"' }, "issueClusterApiKeys"),
  ],
  invalid: {
    cluster_id: '""',
    keepers: { none: "anything may request other keys" },
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: null,
  takeAway: null,
  destroys: [],
};
