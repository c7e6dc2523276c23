import { KEY_PREFIX_LENGTH } from "../../../api/limits";
import type { Service } from "../../shared/service";
import type { KeyValues } from "./schema";

/**
 * How the values begin of keys that belong to a resource, as far as this run knows. By service, so that they belong to one run.
 * Of those in the state, only what this run has read or applied is known.
 */
const managed = new WeakMap<Service, Set<string>>();
/** The keys that this run has named as left over. */
const named = new WeakMap<Service, Set<string>>();

/** Records that a key belongs to a resource: this run creates it, or the state names it. */
export function markManaged(service: Service, { value, value_prefix: prefix }: Partial<KeyValues>): void {
  if (prefix) note(managed, service, prefix);
  // Beside a value, older states may have what the server has shown of another key.
  if (value) note(managed, service, value.slice(0, KEY_PREFIX_LENGTH));
}

export function isManaged(service: Service, prefix: string): boolean {
  return managed.get(service)?.has(prefix) === true;
}

/** Whether it is the first time that this run names a key. */
export function isFirstNamed(service: Service, key: string): boolean {
  const isFirst = named.get(service)?.has(key) !== true;
  note(named, service, key);
  return isFirst;
}

function note(all: WeakMap<Service, Set<string>>, service: Service, name: string): void {
  all.set(service, (all.get(service) ?? new Set()).add(name));
}
