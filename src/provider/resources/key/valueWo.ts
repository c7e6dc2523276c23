import { isUnknown, type Plannable, TerraformError, UNKNOWN } from "../../../framework";
import { uncapitalized } from "../../model/words";
import { hasKnownTarget, resolveNodesAtPlan, singleAttempt } from "../../shared/dataPlane";
import { loadDataPlane } from "../../shared/service";
import { keyDisplayName, keyNumberOf, mayBeValueOf } from "./model";
import { type KeyCall, type KeyPlanning, type KeyValues, strongValue } from "./schema";

/** Plans a key whose value is in no state: `value` stays null. */
export async function planValueWo(planning: KeyPlanning): Promise<void> {
  const { config, prior, planned } = planning;
  const configured = config?.value_wo ?? null;
  if (!planned) return;
  if (configured === null) return planValueInstead(planning);
  if (!isUnknown(configured)) refuseWeakValue(configured);
  // Both may be set as long as they are unknown; validation rejects that in the apply.
  if (config?.value === null) planning.set("value", null);
  if (prior === null || isUnknown(configured)) return;
  // Of an imported key, only the beginning of its value is known. A value that begins in another way is that of another key.
  if (isFirstVersion(prior) && !mayBegin(prior, configured)) planning.set("value_prefix", UNKNOWN);
  await refuseSameValue(planning, prior, configured);
}

/**
 * Plans `value` instead of `value_wo`. The state has only the beginning of the value: one that begins so is stored if it is certain that it
 * is the value of the key. Otherwise another key replaces this one.
 */
async function planValueInstead(planning: KeyPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (!planned || prior === null || prior.value_wo_version === null) return;
  const { value } = planned;
  if (isUnknown(value) || !mayBeValueOf(prior, value)) return;
  if (!(await isValueOf(planning, planned, prior, value ?? ""))) planning.set("value_prefix", UNKNOWN);
}

/** True if another `value` is another key: not if it can be that of a key whose value is unknown. */
export function isOtherValue(prior: KeyValues, { value, value_prefix }: Plannable<KeyValues>): boolean {
  return !mayBeValueOf(prior, value) || value_prefix !== prior.value_prefix;
}

/** True if the state has neither a value nor a version, as after an import. */
function isFirstVersion({ value, value_wo_version: version }: KeyValues): boolean {
  return value === null && version === null;
}

function mayBegin({ value_prefix: prefix }: KeyValues, value: string): boolean {
  return prefix === null || value.startsWith(prefix);
}

/**
 * True if another version of `value_wo` is another key: not if a version is set for the first time after an import, or is removed with
 * `value_wo`.
 */
export function isOtherVersion(prior: KeyValues, planned: Plannable<KeyValues>): boolean {
  const { value_wo_version: version, value_prefix: prefix } = planned;
  if (version === null) return false;
  if (prior.value_wo_version !== null) return version !== prior.value_wo_version;
  return prior.value !== null || prefix !== prior.value_prefix;
}

/** @throws TerraformError for a value that a key must not have. The message does not contain it. */
export function refuseWeakValue(value: string): void {
  const problem = strongValue(value as never);
  if (problem === undefined) return;
  throw new TerraformError(
    "Invalid value for value_wo",
    `The value of value_wo ${problem}. Nothing was sent.`,
    ["value_wo"],
  );
}

/** Checks, when the version of an imported key is stored, that the value can be that of the key. */
export function refuseOtherValue({ config }: KeyCall, prior: KeyValues): void {
  const value = config?.value_wo ?? null;
  if (value === null || !isFirstVersion(prior) || mayBegin(prior, value)) return;
  throw new TerraformError(
    `value_wo is not the value of ${uncapitalized(keyDisplayName(prior))}`,
    `The value of the key begins with ${prior.value_prefix}, and value_wo does not. Nothing was changed. Set value_wo to the value of this key, or replace the ` +
      "key (-replace).",
    ["value_wo"],
  );
}

/**
 * Refuses a new version with the value of the old one, as far as a plan can tell: with create_before_destroy, the server would reject it
 * (409), or the revocation that follows would leave no key.
 */
async function refuseSameValue(planning: KeyPlanning, prior: KeyValues, value: string): Promise<void> {
  const { planned } = planning;
  if (!planned) return;
  if (prior.value !== null) {
    if (prior.value === value)
      throw sameValueError(
        prior,
        "It is the value that the state holds, which anybody who reads the state knows.",
      );
    return;
  }
  if (isFirstVersion(prior) || !isOtherVersion(prior, planned)) return;
  if (await isValueOf(planning, planned, prior, value))
    throw sameValueError(prior, "Only its version is another one.");
}

/** True if a value opens the nodes, and the key of the state is the only one that can have it. */
async function isValueOf(
  call: KeyPlanning,
  planned: Plannable<KeyValues>,
  prior: KeyValues,
  value: string,
): Promise<boolean> {
  const target = { ...planned, api_key: value } as Plannable<KeyValues>;
  if (!mayBegin(prior, value) || !hasKnownTarget(call.service, target)) return false;
  try {
    const nodes = await resolveNodesAtPlan(call, target, "to check value_wo");
    if (!nodes) return false;
    const { keysLike } = await loadDataPlane();
    const all = await singleAttempt(nodes).call("listKeys", {}, { signal: call.signal });
    const [only, ...others] = keysLike(all, value);
    return only?.id === keyNumberOf(prior) && others.length === 0;
  } catch (error) {
    // The value opens nothing, or may not list the keys. The server rejects the value of another key anyway.
    call.log.debug("Could not check whether value_wo is in use", { reason: String(error) });
    return false;
  }
}

function sameValueError(prior: KeyValues, why: string): TerraformError {
  return new TerraformError(
    `value_wo is still the value of ${uncapitalized(keyDisplayName(prior))}`,
    `${why} Another key is to replace this one, and values are unique: the server would reject the new key, or revoking the old one would leave none. Nothing was ` +
      "changed. Set another value_wo.",
    ["value_wo"],
  );
}
