import type { EmulatorServer } from "../../../src/emulator";

/** The alias of all stories. */
export const ALIAS = "catalog";
/** A key of an application: it covers the alias, and no version. */
export const APPLICATION_KEY = "application-key-0123456789";

/** The schema that the documents of a traffic fit. */
export const CATALOG = {
  fields: [
    { name: "title", type: "string" },
    { name: "kind", type: "string" },
    { name: "price", type: "float" },
    { name: "rank", type: "int32" },
    { name: "tags", type: "string[]", optional: true },
    { name: "updated_at", type: "int64" },
  ],
  default_sorting_field: "rank",
};

/** Adds a key for applications to a cluster. */
export function addApplicationKey(emulator: EmulatorServer, cluster: string): void {
  emulator.createNodeKeyOutside(cluster, {
    value: APPLICATION_KEY,
    description: "application",
    actions: ["documents:*"],
    collections: [ALIAS],
  });
}

/** Returns the URLs of the nodes of a cluster. */
export function nodeUrls(emulator: EmulatorServer, cluster: string): string[] {
  const found = emulator.state().clusters.find(({ id }) => id === cluster);
  return (found?.hostnames?.nodes ?? []).map((name) => emulator.nodeUrl.replace("{hostname}", name));
}
