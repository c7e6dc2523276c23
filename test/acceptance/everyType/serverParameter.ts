import { replaced, type Story, updated } from "./story";

const [CREATE, DELETE] = ["createServerConfigurationParameter", "deleteServerConfigurationParameter"];

/** A parameter of a cluster that nothing else manages. */
export const serverParameterStory: Story = {
  type: "server_parameter",
  prepare: (emulator) => void emulator.seed({ clusters: [{ id: "shop5" }, { id: "shop6" }] }),
  lines: { cluster_id: '"shop5"', name: '"max-per-page"', value: '"500"' },
  creates: [CREATE],
  edits: [
    updated({ value: '"600"' }, "updateServerConfigurationParameter"),
    replaced({ name: '"filter-by-max-ops"', cluster_id: '"shop6"' }, DELETE, CREATE),
  ],
  invalid: { cluster_id: '""', name: '" max-per-page"', value: '""' },
  importId: ({ cluster_id, id }) => `${cluster_id}/${id}`,
  imported: "no-op",
  takeAway: (emulator, { cluster_id, name }) =>
    emulator.deleteParameterOutside(String(cluster_id), String(name)),
  destroys: [DELETE],
};
