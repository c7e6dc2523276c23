import type { Clock } from "../../../client";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { warnOfVersionName } from "../../shared/collection/versionNames";
import {
  hasKnownTarget,
  recordPlannedKey,
  resolveNodesAtPlan,
  singleAttempt,
  warnOfActions,
} from "../../shared/dataPlane";
import { warnOfCredential } from "../../shared/preflight/credential";
import { HINT_PATIENCE_MS } from "../../shared/preflight/hint";
import { runState } from "../../shared/runState";
import { clientOf, loadDataPlane, type Service } from "../../shared/service";
import { recordPlannedInstance } from "./instances";
import { markManagedKey, warnOfLeftoverKeys } from "./leftover";
import { keyBodyOf, keyDisplayName } from "./model";
import type { KeyPlanning, KeyValues } from "./schema";
import { planValueWo } from "./valueWo";

/**
 * Warns at plan of unknown actions, of a revocation and of leftover keys, and rejects an expired key (docs/design/laws.md#l5).
 *
 * @param now milliseconds since the epoch
 * @param replaces true if the edits of a plan require another key
 */
export async function planKey(
  planning: KeyPlanning,
  now: number,
  replaces: (planning: KeyPlanning) => boolean,
): Promise<void> {
  const { action, prior, service } = planning;
  // Before any request: keys that are planned at the same time must not take it for a leftover.
  if (prior) markManagedKey(service, prior);
  await planValueWo(planning);
  if (prior) refuseTwin(planning, prior, action === "delete" || replaces(planning));
  const { planned } = planning;
  if (action === "delete" && prior) warnOfRevocation(planning, prior);
  if (action !== "create" || !planned) return;
  if (!isUnknown(planned.actions)) warnOfActions(planning, planned.actions);
  if (!isUnknown(planned.collections))
    warnOfVersionName(planning, "A key", planned, planned.collections, ["collections"]);
  if (!isUnknown(planned.expires_at)) refuseExpired(planned.expires_at, now);
  notePlannedValue(planning, planned);
  if (planned.bootstrap === true)
    await warnOfCredential(planning, "issue the keys with which a bootstrap key is created", [
      "issueClusterApiKeys",
    ]);
  // A key with a configured value has no mark.
  if (planning.config?.value_wo === null) await readLeftoverKeys(planning, planned);
}

/** Two instances of the state have one key, as after a run that was killed while it replaced a key by one with the same value. */
function refuseTwin({ service }: KeyPlanning, prior: KeyValues, isRevoked: boolean): void {
  if (!recordPlannedInstance(service, prior, isRevoked)) return;
  throw new TerraformError(
    `${keyDisplayName(prior)} is in the state twice`,
    "This plan keeps the key for one instance, and revokes it for another: one at another address, or a deposed object that an interrupted apply has left. Revoking it " +
      "would leave no key. Nothing was changed. Remove the instance at the other address from the state (terraform state rm), which revokes nothing. A deposed object leaves " +
      "the state with its instance only: import the key afterwards. Or give the key another value and version, so that the plan replaces it for both.",
    ["value_wo_version"],
  );
}

/** Records the value that the plan gives to a key, for what it opens: until the apply, nodes reject it. */
function notePlannedValue({ config, service }: KeyPlanning, planned: Plannable<KeyValues>): void {
  const value = config?.value_wo ?? config?.value ?? null;
  const { cluster_id, node_urls } = planned;
  if (value === null || isUnknown(value) || isUnknown(cluster_id) || isUnknown(node_urls)) return;
  recordPlannedKey(service, { cluster_id, node_urls }, value);
}

/** Once a response was late, no other plan of the run waits for one. */
const hints = runState((_: Service) => ({ isLate: false }));

/** Looks for keys that an interrupted apply has left behind. This neither fails a plan nor delays it for long. */
async function readLeftoverKeys(planning: KeyPlanning, planned: Plannable<KeyValues>): Promise<void> {
  const { service, log } = planning;
  const { description, actions, collections, expires_at, autodelete } = planned;
  if (isUnknown(description) || isUnknown(actions) || isUnknown(collections)) return;
  if (isUnknown(expires_at) || isUnknown(autodelete)) return;
  if (!hasKnownTarget(service, planned) || hints(service).isLate) return;
  try {
    const finding = resolveNodesAtPlan(planning, planned, "to list the keys");
    // Only the nodes of a cluster take a request to find.
    const nodes =
      planned.cluster_id === null ? await finding : await withTimeLimit(service, clientOf(service), finding);
    if (!nodes) return;
    const { listKeysAtPlan } = await loadDataPlane();
    const all = await withTimeLimit(service, nodes, listKeysAtPlan(singleAttempt(nodes), planning));
    const body = keyBodyOf({ description, actions, collections, expires_at, autodelete });
    await warnOfLeftoverKeys(planning, nodes, planned, body, all ?? []);
  } catch (error) {
    log.debug("Keys that may be left over could not be looked for", { reason: String(error) });
  }
}

/** Waits for a response; undefined if it takes longer than a hint may. */
async function withTimeLimit<T>(
  service: Service,
  { clock }: { readonly clock: Clock },
  answer: Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.sleep(HINT_PATIENCE_MS, done.signal).then(() => {
    if (!done.signal.aborted) hints(service).isLate = true;
    return undefined;
  });
  return Promise.race([answer, late]).finally(() => done.abort());
}

/** @throws TerraformError if the key would have expired already. */
export function refuseExpired(expires: string | null, now: number): void {
  if (expires === null || Date.parse(expires) > now) return;
  throw new TerraformError(
    "The key would have expired already",
    `expires_at is ${expires}, which has passed, so the key could not be used. Nothing was created. Set a later time, or omit it for a ` +
      "key that never expires.",
    ["expires_at"],
  );
}

function warnOfRevocation({ warn }: KeyPlanning, prior: KeyValues): void {
  warn(
    `${keyDisplayName(prior)} is revoked`,
    "From then on, requests with it and with the scoped keys that were derived from it are rejected. If another key replaces it, the new key " +
      "has another value: with create_before_destroy, both are valid for a moment, in which Terraform can pass on the new one.",
  );
}
