import { NODE_KEY } from "../support";
import { replaced, type Story, updated } from "./story";

const OTHER_KEY = "other-data-key-0123456789";
const REHEARSED = ["createCloningOperation", "issueClusterApiKeys", "terminateCluster"];
const query = (q: string) =>
  `query {\n collection = "catalog"\n parameters = { q = "${q}", query_by = "title" }\n}`;

/** A passed rehearsal, which is only a record: an edit that requires another one makes another clone, and its destroy ends nothing. */
export const upgradeRehearsalStory: Story = {
  type: "upgrade_rehearsal",
  prepare: (emulator) => {
    const documents = [{ id: "1", title: "Oak" }];
    const data = {
      collections: [{ name: "catalog", fields: [{ name: "title", type: "string" }], documents }],
      keys: [NODE_KEY, OTHER_KEY].map((value) => ({
        value,
        description: "test",
        actions: ["*"],
        collections: ["*"],
      })),
    };
    emulator.seed({
      clusters: ["shop9", "shop0"].map((id) => ({ id, search_server_version: "29.0", data })),
    });
  },
  lines: { cluster_id: '"shop9"', search_server_version: '"30.2"', query: query("oak") },
  creates: REHEARSED,
  edits: [
    updated({
      api_key: `"${OTHER_KEY}"`,
      notification_email_addresses: '["search@example.com"]',
      keep_clone: '"on_failure"',
      timeouts: 'timeouts {\n create = "8h"\n}',
    }),
    replaced(
      {
        cluster_id: '"shop0"',
        search_server_version: '"31.0"',
        query: query("elm"),
        target_region: '"paris"',
        triggers: '{ again = "1" }',
      },
      ...REHEARSED,
    ),
  ],
  invalid: {
    cluster_id: '""',
    search_server_version: '""',
    api_key: '"two words"',
    query: 'query {\n collection = ""\n parameters = { q = "*" }\n}',
    target_region: '""',
    triggers: { none: "anything may rehearse again" },
    notification_email_addresses: '["nobody"]',
    keep_clone: '"always"',
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: null,
  takeAway: null,
  destroys: [],
};
