import type { Unknown } from "../../framework";
import { runState } from "./runState";
import type { Service } from "./service";

/** The origin of a collection, as far as this run knows: the create that made it, or a create in its plan. */
type Creation = { readonly made: string; readonly isHere: boolean } | "planned";

/** Creations by the id of the collection. */
const creations = runState((_: Service) => new Map<string, Creation>());

/** The type and id of everything that this run has written. */
const written = runState((_: Service) => new Set<string>());

/** Records that this run points an alias at a collection, or imports documents into one, so that the effects are no surprise. */
export function recordWritten(service: Service, type: "alias" | "documents", id: string): void {
  written(service).add(`${type} ${id}`);
}

export function isWrittenHere(service: Service, type: "alias" | "documents", id: string): boolean {
  return written(service).has(`${type} ${id}`);
}

/** Records that the plan of this run creates a collection, which will be empty. */
export function recordPlannedCreation(service: Service, id: string): void {
  creations(service).set(id, "planned");
}

/**
 * Records the create that made a collection. Unlike `created_at`, it survives a restart of the server.
 *
 * @param made the random id of that create
 * @param isHere true if it ran in this process
 */
export function recordCreation(service: Service, id: string, made: string, isHere: boolean): void {
  const all = creations(service);
  if (isHere || all.get(id) === undefined) all.set(id, { made, isHere });
}

/** Returns the create of this configuration that made the collection; undefined if none is known. */
export function creationOf(service: Service, id: string): string | undefined {
  const known = creations(service).get(id);
  return typeof known === "object" ? known.made : undefined;
}

/**
 * True if this run creates the collection: in its plan, or in an apply.
 *
 * @param made a create that does not count
 */
export function isCreatedHere(service: Service, id: string, made: string | undefined): boolean {
  const known = creations(service).get(id);
  if (known === undefined || known === "planned") return known !== undefined;
  return known.isHere && known.made !== made;
}

/** The versions of live collections, by the id of the alias. */
const versions = runState((_: Service) => new Map<string, ReadonlySet<string>>());

/**
 * Records the versions of a live collection of this configuration. Its alias may move between them, and an apply moves it back from any
 * other collection, so what else refers to the alias stays as it is.
 *
 * @param id of the alias
 */
export function recordVersions(service: Service, id: string, names: Iterable<string>): void {
  versions(service).set(id, new Set(names));
}

/** Returns the versions behind an alias; undefined if no live collection that this run has read has it. */
export function versionsOf(service: Service, id: string): ReadonlySet<string> | undefined {
  return versions(service).get(id);
}

/**
 * Returns the alias of the live collection that has a collection as a version; undefined if this run has read none.
 *
 * @param owner the beginning of the ids on the same nodes: `c-1/`
 */
export function aliasOfVersion(service: Service, owner: string, name: string): string | undefined {
  for (const [id, names] of versions(service))
    if (id.startsWith(owner) && names.has(name)) return id.slice(owner.length);
  return undefined;
}

/** Collections and aliases that the plan of this run deletes, by type and id. */
const plannedDeletions = runState((_: Service) => new Set<string>());

/** Records that the plan of this run deletes a collection or an alias. Terraform plans it beside everything else, in any order. */
export function recordPlannedDeletion(service: Service, type: "alias" | "collection", id: string): void {
  plannedDeletions(service).add(`${type} ${id}`);
}

export function isDeletionPlanned(service: Service, type: "alias" | "collection", id: string): boolean {
  return plannedDeletions(service).has(`${type} ${id}`);
}

/** A change of a cluster in this plan, as far as other parts of the same plan depend on it. */
interface PlannedChange {
  readonly clusterId: string;
  /** Hostnames of its nodes. */
  readonly hostnames: readonly string[];
  /** The new name; undefined if it keeps its own. */
  readonly name?: string | null | Unknown;
  /** The new server version; undefined if it keeps its own. */
  readonly version?: string | Unknown;
  /** True if the apply waits until the cluster runs that version. */
  readonly waits: boolean;
}

/** Changes by the resource that plans them, because two may change the same cluster. */
const planned = runState((_: Service) => new Map<string, PlannedChange>());

/**
 * Records the change that a resource plans for a cluster, in place of an earlier one. Terraform plans a resource after those that
 * it refers to, so dependents see the change (docs/design/laws.md#l5).
 *
 * @param planner identifies the resource among those that change the same cluster
 * @param change null if it plans none
 */
export function recordPlanned(service: Service, planner: string, change: PlannedChange | null): void {
  if (change) planned(service).set(planner, change);
  else planned(service).delete(planner);
}

/** Returns the name that the plan gives to a cluster; undefined if none. */
export function plannedName(service: Service, clusterId: string): string | null | Unknown | undefined {
  return [...planned(service).values()].find((one) => one.clusterId === clusterId && one.name !== undefined)
    ?.name;
}

/** Returns the upgrade that the plan brings to the cluster of these nodes; undefined if none. */
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
