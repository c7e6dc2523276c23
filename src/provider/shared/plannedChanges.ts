import type { Unknown } from "../../framework";
import { runState } from "./runState";
import type { Service } from "./service";

/** What the plan of this process changes of a cluster, as far as it decides what else of the same plan is possible. */
export interface PlannedChange {
  readonly clusterId: string;
  /** Of its nodes. */
  readonly hostnames: readonly string[];
  /** The name that it will have; undefined: it keeps its own. */
  readonly name?: string | null | Unknown;
  /** The server version that it will run; undefined: it keeps its own. */
  readonly version?: string | Unknown;
  /** Whether the apply stays until the cluster runs that version. */
  readonly waits: boolean;
}

/** By the resource that plans it: two may change the same cluster. */
const planned = runState((_: Service) => new Map<string, PlannedChange>());

/**
 * Takes note of what a resource plans to change of a cluster, in place of what it planned before. Terraform plans a resource after
 * those that it refers to, so what depends on the change learns of it (docs/design/laws.md#l5).
 *
 * @param planner tells the resource from others that change the same cluster
 * @param change null: nothing
 */
export function notePlanned(service: Service, planner: string, change: PlannedChange | null): void {
  if (change) planned(service).set(planner, change);
  else planned(service).delete(planner);
}

/** The name that the plan gives to a cluster; undefined: none. */
export function plannedName(service: Service, clusterId: string): string | null | Unknown | undefined {
  return [...planned(service).values()].find((one) => one.clusterId === clusterId && one.name !== undefined)
    ?.name;
}

/** The upgrade that the plan brings to the cluster of these nodes; undefined: none. */
export function plannedUpgrade(
  service: Service,
  {
    cluster_id: id,
    node_urls: urls,
  }: { readonly cluster_id: string | null; readonly node_urls: readonly string[] | null },
): (PlannedChange & { readonly version: string | Unknown }) | undefined {
  const isMeant = ({ clusterId, hostnames }: PlannedChange) =>
    id === null ? (urls ?? []).some((url) => hostnames.some((name) => url.includes(name))) : clusterId === id;
  return [...planned(service).values()].find(
    (one): one is PlannedChange & { readonly version: string | Unknown } =>
      one.version !== undefined && isMeant(one),
  );
}
