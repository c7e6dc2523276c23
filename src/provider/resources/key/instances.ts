import { runState } from "../../shared/runState";
import type { Service } from "../../shared/service";
import type { KeyValues } from "./schema";

/** One instance in the plan of this run. */
interface PlannedInstance {
  readonly prior: KeyValues;
  readonly isRevoked: boolean;
}

/** The keys of the state, by their ids, as far as this run knows. */
const instances = runState((_: Service) => ({
  managed: new Set<string>(),
  adopted: new Set<string>(),
  planned: new Map<string, PlannedInstance[]>(),
}));

/** Records that an instance in the state has this id. */
export function recordManagedId(service: Service, id: string | null | undefined): void {
  if (id) instances(service).managed.add(id);
}

/** Records that this run has adopted a key: it may be the predecessor of itself, and must not be revoked as such. */
export function recordAdoptedId(service: Service, id: string): void {
  const { managed, adopted } = instances(service);
  managed.add(id);
  adopted.add(id);
}

/** True if an instance in the state has this id, as far as this run knows: an apply sees only what it changes. */
export function isManagedId(service: Service, id: string): boolean {
  return instances(service).managed.has(id);
}

/** True if this run has adopted the key. */
export function isAdoptedId(service: Service, id: string | null): boolean {
  return id !== null && instances(service).adopted.has(id);
}

/**
 * Records what the plan does with an instance. Terraform plans an instance and a deposed object of it one by one, in any order.
 *
 * @returns true if the plan keeps the key for one instance and revokes it for another one.
 */
export function recordPlannedInstance(service: Service, prior: KeyValues, isRevoked: boolean): boolean {
  const { planned } = instances(service);
  const id = prior.id ?? "";
  // A replacement is planned as an update first, with the same prior values.
  const others = (planned.get(id) ?? []).filter((one) => one.prior !== prior);
  planned.set(id, [...others, { prior, isRevoked }]);
  return id !== "" && others.some((other) => other.isRevoked !== isRevoked);
}
