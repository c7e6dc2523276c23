import { eachScene, OPTIONS, type Scene, SHOP } from "../support";

/** The one cloning operation of a configuration. */
export const CLONE = "searchcloud_cloning_operation.copy";
export const CLONES = `/clusters/${SHOP}/cloning-operations`;
export const POST = `POST ${CLONES}`;

/** Creates a new scene for each test, with a cluster to clone. */
export function eachCloneScene(): Scene {
  const shop = { id: SHOP, name: "shop", memory: "8_gb", vcpu: "2_vcpus", search_server_version: "30.1" };
  return eachScene(OPTIONS, (emulator) => emulator.seed({ clusters: [shop] }));
}

/** Returns a resource block of a clone. */
export function copy(body = "", cluster = SHOP, name = "copy"): string {
  return `resource "searchcloud_cloning_operation" "${name}" {\ncluster_id = "${cluster}"\n${body}\n}`;
}

/** The cluster of the clone, as a data source. */
export const USED = `data "searchcloud_cluster" "copy" {\n id = ${CLONE}.target_cluster_id\n}`;

export const clonesOf = (on: Scene) => on.emulator.state().clones;
/** Returns the billed clusters of the account, except the source. */
export const billed = (on: Scene) =>
  on.emulator
    .state()
    .clusters.filter(
      ({ id, status }) => id !== SHOP && status !== "deprovisioning" && status !== "terminated",
    )
    .map(({ id }) => id);
