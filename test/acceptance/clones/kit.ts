import { type Scene, START, scene } from "../support";

/** The one cloning operation of a configuration. */
export const CLONE = "searchcloud_cloning_operation.copy";
/** A cluster that no resource manages. */
export const SHOP = "shop1";
export const CLONES = `/clusters/${SHOP}/cloning-operations`;
export const POST = `POST ${CLONES}`;

/** Each request takes a second: a clone waits for two of them, and runs for three. */
export const OPTIONS = {
  clock: { mode: "step", start: START, stepPerRequest: 1000 },
  assumptions: {
    provisioning_seconds: 3,
    change_seconds: 4,
    clone_pending_seconds: 2,
    clone_seconds: 3,
    clone_target_service_seconds: 2,
  },
} as const;

export async function cloneScene(assumptions: Readonly<Record<string, unknown>> = {}): Promise<Scene> {
  const on = await scene({ ...OPTIONS, assumptions: { ...OPTIONS.assumptions, ...assumptions } });
  on.emulator.seed({
    clusters: [{ id: SHOP, name: "shop", memory: "8_gb", vcpu: "2_vcpus", search_server_version: "30.1" }],
  });
  return on;
}

/** A resource block of a clone. */
export function copy(body = "", cluster = SHOP, name = "copy"): string {
  return `resource "searchcloud_cloning_operation" "${name}" {\ncluster_id = "${cluster}"\n${body}\n}`;
}

export const clonesOf = (on: Scene) => on.emulator.state().clones;
export const valuesOf = async (on: Scene) => (await on.resource(CLONE)).values;
/** The clusters of the account that are billed, beside the source. */
export const billed = (on: Scene) =>
  on.emulator
    .state()
    .clusters.filter(
      ({ id, status }) => id !== SHOP && status !== "deprovisioning" && status !== "terminated",
    )
    .map(({ id }) => id);
