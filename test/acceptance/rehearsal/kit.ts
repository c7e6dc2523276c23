import type { EmulatorServer } from "../../../src/emulator";
import { EXPLICIT, NODE_KEY, OPTIONS, type Scene, SHOP } from "../support";

export const REHEARSAL = "searchcloud_upgrade_rehearsal.it";

/** The postcondition of the examples, and the change that it stops without a version, because that would restart the cluster. */
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

/** Returns a rehearsal without a change. */
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

/** Returns a rehearsal and the change that follows. */
export const upgrade = (lines = "") => `${rehearsal(`${lines}\n${POSTCONDITION}`)}\n${CHANGE}`;

export { EXPLICIT, OPTIONS };

/** Adds a cluster with a catalog, whose nodes accept the key of the provider. */
export function seedCatalog(emulator: EmulatorServer): void {
  const documents = ["Lamp", "Desk lamp", "Desk"].map((title, at) => ({ id: `d${at}`, title }));
  const data = {
    collections: [{ name: "catalog", fields: [{ name: "title", type: "string" }], documents }],
    keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }],
  };
  emulator.seed({ clusters: [{ id: SHOP, name: "shop", search_server_version: "30.2", data }] });
}

/** Returns the billed clusters except the source, and the clones that will be billed. */
export function billed({ emulator }: Pick<Scene, "emulator">): string[] {
  const { clusters, clones } = emulator.state();
  const isGoing = (status: string) => status === "deprovisioning" || status === "terminated";
  return [
    ...clusters.filter(({ id, status }) => id !== SHOP && !isGoing(status)),
    ...clones.filter(({ status }) => status === "pending" || status === "in_progress"),
  ].map(({ id }) => id);
}
