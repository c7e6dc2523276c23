import { isUnknown, type Unknown } from "../../../framework";
import { failedAs } from "../../model/errors";
import { runState } from "../runState";
import type { Service } from "../service";
import type { NodeValues } from "./attributes";
import { type Owner, ownerOf } from "./identity";

/** The values of the keys that the plan of this run creates, by the owner of their nodes. */
const plannedKeys = runState((_: Service) => new Map<string, Set<string>>());

function valuesAt(service: Service, owner: Owner): Set<string> {
  const all = plannedKeys(service);
  const values = all.get(ownerOf(owner)) ?? new Set();
  all.set(ownerOf(owner), values);
  return values;
}

/** Records that the plan of this run creates a key with this value: until its apply, nodes may reject it. */
export function recordPlannedKey(service: Service, owner: Owner, value: string): void {
  valuesAt(service, owner).add(value);
}

/** Records that the key exists now. */
export function forgetPlannedKey(service: Service, owner: Owner, value: string): void {
  valuesAt(service, owner).delete(value);
}

/**
 * True if the key that an object is reached with is one that the plan of this run creates. Terraform plans what depends on the key after it,
 * and starts a process for each provider configuration, so this holds only for objects that depend on the key and share its configuration.
 */
export function isKeyPlanned(service: Service, values: NodeValues): boolean {
  const key = keyIn(service, values);
  return typeof key === "string" && valuesAt(service, values).has(key);
}

function keyIn({ dataApiKey }: Service, { api_key: own }: NodeValues): string | Unknown | undefined {
  if (own !== null) return own;
  return isUnknown(dataApiKey) ? dataApiKey : dataApiKey?.value;
}

/** True if the nodes rejected a key. */
export function isKeyRejected(error: unknown): boolean {
  return failedAs(error, "auth") && error.status === 401;
}
