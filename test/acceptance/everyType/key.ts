import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { FLAG, replaced, type Story, updated, updatedWriteOnly } from "./story";

const [CREATE, DELETE] = ["createKey", "deleteKey"];

/** A key. Only its connection can be edited. */
export const keyStory: Story = {
  type: "key",
  onNodes: true,
  lines: { ...ON_NODES, actions: '["documents:search"]', collections: '["products"]' },
  // Without a description, the first request is rejected, and the second one has an empty description.
  creates: [CREATE, CREATE],
  edits: [
    updated(OTHER_WAY),
    replaced(
      {
        description: '"storefront"',
        actions: '["documents:search", "documents:get"]',
        collections: '["products", "reviews"]',
        expires_at: '"2100-01-01T01:00:00+01:00"',
        autodelete: "true",
        value: '"chosen-0123456789"',
        ...ON_CLUSTER,
      },
      DELETE,
      CREATE,
    ),
    {
      ...replaced(
        { value: undefined, value_wo: '"Xb7qTz0mK4vR9sLw2yHc6nJd8fGp3aUe"', value_wo_version: "1" },
        DELETE,
        CREATE,
      ),
      needs: "write-only arguments",
    },
    updatedWriteOnly({ bootstrap: "true", timeouts: 'timeouts {\n create = "1h"\n}' }),
  ],
  invalid: {
    ...INVALID_ON_NODES,
    description: '""',
    actions: '[""]',
    collections: "[]",
    expires_at: '"2100-01-01T00:00:00.5Z"',
    autodelete: FLAG,
    value: '"short"',
    value_wo: '"too short"',
    value_wo_version: "0.5",
    bootstrap: FLAG,
    timeouts: 'timeouts {\n create = "soon"\n}',
  },
  importId: ({ id }) => String(id),
  imported: "update",
  reworded: ["value", "expires_at"],
  takeAway: (emulator, { id }) => emulator.revokeKeyOutside("shop1", String(id).split("/").pop() ?? ""),
  destroys: [DELETE],
};
