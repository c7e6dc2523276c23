import type { Story } from "./story";

/** A parameter of a cluster that nothing else manages. */
export const serverParameterStory: Story = {
  type: "server_parameter",
  prepare: (emulator) => void emulator.seed({ clusters: [{ id: "shop1" }, { id: "shop2" }] }),
  lines: { cluster_id: '"shop1"', name: '"max-per-page"', value: '"500"' },
  creates: ["createServerConfigurationParameter"],
  edits: [
    { attribute: "value", lines: { value: '"600"' }, writes: ["updateServerConfigurationParameter"] },
    {
      attribute: "name",
      lines: { name: '"filter-by-max-ops"' },
      actions: ["delete", "create"],
      writes: ["deleteServerConfigurationParameter", "createServerConfigurationParameter"],
    },
    {
      attribute: "cluster_id",
      lines: { cluster_id: '"shop2"' },
      actions: ["delete", "create"],
      writes: ["deleteServerConfigurationParameter", "createServerConfigurationParameter"],
    },
  ],
  invalid: { cluster_id: '""', name: '" max-per-page"', value: '""' },
  importId: ({ cluster_id, id }) => `${cluster_id}/${id}`,
  imported: "no-op",
  takeAway: (emulator, { cluster_id, name }) =>
    emulator.deleteParameterOutside(String(cluster_id), String(name)),
  destroys: ["deleteServerConfigurationParameter"],
};
