import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { replaced, type Story, updated } from "./story";

const [PUT, DELETE] = ["upsertAlias", "deleteAlias"];

/** An alias that moves from one collection to another; neither has to exist. */
export const collectionAliasStory: Story = {
  type: "collection_alias",
  onNodes: true,
  lines: { ...ON_NODES, name: '"shop"', collection_name: '"products_1"' },
  creates: [PUT],
  edits: [
    updated({ collection_name: '"products_2"', ...OTHER_WAY }, PUT),
    replaced({ name: '"store"', ...ON_CLUSTER }, DELETE, PUT),
  ],
  invalid: { ...INVALID_ON_NODES, name: '""', collection_name: '""' },
  importId: ({ cluster_id, name }) => `${cluster_id}/${name}`,
  imported: "update",
  takeAway: (emulator) => emulator.deleteAliasOutside("shop1", "shop"),
  destroys: [DELETE],
};
