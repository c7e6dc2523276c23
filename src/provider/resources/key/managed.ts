import { KEY_PREFIX_LENGTH } from "../../../api/limits";
import { runState } from "../../shared/runState";
import type { Service } from "../../shared/service";
import type { KeyValues } from "./schema";

const keysOf = runState((_: Service) => ({
  /**
   * How the values begin of keys that belong to a resource, as far as this run knows. Of those in the state, only what this run has read or
   * applied is known.
   */
  managed: new Set<string>(),
  /** The keys that this run has named as left over. */
  named: new Set<string>(),
}));

/** Records that a key belongs to a resource: this run creates it, or the state names it. */
export function markManaged(service: Service, { value, value_prefix: prefix }: Partial<KeyValues>): void {
  const { managed } = keysOf(service);
  if (prefix) managed.add(prefix);
  // Beside a value, older states may have what the server has shown of another key.
  if (value) managed.add(value.slice(0, KEY_PREFIX_LENGTH));
}

export function isManaged(service: Service, prefix: string): boolean {
  return keysOf(service).managed.has(prefix);
}

/** Whether it is the first time that this run names a key. */
export function isFirstNamed(service: Service, key: string): boolean {
  const { named } = keysOf(service);
  const isFirst = !named.has(key);
  named.add(key);
  return isFirst;
}
