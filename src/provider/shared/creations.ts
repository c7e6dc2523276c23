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
