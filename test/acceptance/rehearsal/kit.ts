import type { EmulatorServer } from "../../../src/emulator";
import { EXPLICIT, NODE_KEY, OPTIONS, type Scene, SHOP } from "../support";

export const REHEARSAL = "searchcloud_upgrade_rehearsal.it";

/** What the examples carry, and the change that it keeps from going on without a version: that would restart the cluster. */
const POSTCONDITION = `lifecycle {
  postcondition {
    condition     = self.status == "passed"
    error_message = "No version is verified."
  }
}`;
const CHANGE = `resource "searchcloud_configuration_change" "it" {
  cluster_id                = "${SHOP}"
  new_search_server_version = ${REHEARSAL}.verified_version
}`;

/** A rehearsal on its own. */
export function rehearsal(lines = "", search = SHOP): string {
  return `resource "searchcloud_upgrade_rehearsal" "it" {
  cluster_id            = "${search}"
  search_server_version = "31.0"
  query {
    collection = "catalog"
    parameters = { q = "lamp", query_by = "title" }
  }
${lines}
}`;
}

/** A rehearsal, and the change that follows. */
export const upgrade = (lines = "") => `${rehearsal(`${lines}\n${POSTCONDITION}`)}\n${CHANGE}`;

export { EXPLICIT, OPTIONS };

/** A cluster with a catalog, whose nodes the key of the provider opens. */
export function seedCatalog(emulator: EmulatorServer): void {
  const documents = ["Lamp", "Desk lamp", "Desk"].map((title, at) => ({ id: `d${at}`, title }));
  const data = {
    collections: [{ name: "catalog", fields: [{ name: "title", type: "string" }], documents }],
    keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }],
  };
  emulator.seed({ clusters: [{ id: SHOP, name: "shop", search_server_version: "30.2", data }] });
}

/** Clusters beside the source that are billed, and clones that will be. */
export function billed({ emulator }: Pick<Scene, "emulator">): string[] {
  const { clusters, clones } = emulator.state();
  const isGoing = (status: string) => status === "deprovisioning" || status === "terminated";
  return [
    ...clusters.filter(({ id, status }) => id !== SHOP && !isGoing(status)),
    ...clones.filter(({ status }) => status === "pending" || status === "in_progress"),
  ].map(({ id }) => id);
}
