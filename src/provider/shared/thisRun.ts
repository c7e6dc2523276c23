import type { Unknown } from "../../framework";
import { runState } from "./runState";
import type { Service } from "./service";

/** What this process knows of how a collection came to be: which create made it, or that its plan has one. */
type Creation = { readonly made: string; readonly isHere: boolean } | "planned";

/** By the id of the collection. */
const creations = runState((_: Service) => new Map<string, Creation>());

/** What this run has written: the type and the id. */
const written = runState((_: Service) => new Set<string>());

/** Takes note that this run leads an alias somewhere, or brings documents into a collection: what follows from it is no surprise. */
export function noteWritten(service: Service, type: "alias" | "documents", id: string): void {
  written(service).add(`${type} ${id}`);
}

export function isWrittenHere(service: Service, type: "alias" | "documents", id: string): boolean {
  return written(service).has(`${type} ${id}`);
}

/** Takes note that the plan of this process creates a collection, so that what refers to it learns that it will be empty. */
export function notePlannedCreation(service: Service, id: string): void {
  creations(service).set(id, "planned");
}

/**
 * Takes note of which create made a collection. No restart of a server changes that, unlike `created_at`.
 *
 * @param made what that create chose at random
 * @param isHere whether it ran in this process
 */
export function noteCreation(service: Service, id: string, made: string, isHere: boolean): void {
  const all = creations(service);
  if (isHere || all.get(id) === undefined) all.set(id, { made, isHere });
}

/** Which create of this configuration made the collection; undefined: none that is known. */
export function creationOf(service: Service, id: string): string | undefined {
  const known = creations(service).get(id);
  return typeof known === "object" ? known.made : undefined;
}

/**
 * Whether this run creates the collection: its plan says so, or its apply has done so.
 *
 * @param made the create whose collection is not meant
 */
export function isCreatedHere(service: Service, id: string, made: string | undefined): boolean {
  const known = creations(service).get(id);
  if (known === undefined || known === "planned") return known !== undefined;
  return known.isHere && known.made !== made;
}

/** What the plan of this process changes of a cluster, as far as it decides what else of the same plan is possible. */
interface PlannedChange {
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
