import { actionsLike, isKeyAction } from "../../../api/dataPlane/keyActions";
import type { Clock } from "../../../client";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { hasKnownTarget, resolveNodesAtPlan, singleAttempt } from "../../shared/dataPlane";
import { HINT_PATIENCE_MS } from "../../shared/preflight/hint";
import { runState } from "../../shared/runState";
import { clientOf, loadDataPlane, type Service } from "../../shared/service";
import { markManagedKey, warnOfLeftoverKeys } from "./leftover";
import { keyBodyOf, keyDisplayName } from "./model";
import type { KeyPlanning, KeyValues } from "./schema";

/**
 * Warns at plan of unknown actions, of a revocation and of leftover keys, and rejects an expired key (docs/design/laws.md#l5).
 *
 * @param now milliseconds since the epoch
 */
export async function planKey(planning: KeyPlanning, now: number): Promise<void> {
  const { action, prior, planned, service } = planning;
  // Before any request: keys that are planned at the same time must not take it for a leftover.
  if (prior) markManagedKey(service, prior);
  if (action === "delete" && prior) warnOfRevocation(planning, prior);
  if (action !== "create" || !planned) return;
  warnOfActions(planning, planned);
  if (!isUnknown(planned.expires_at)) refuseExpired(planned.expires_at, now);
  await readLeftoverKeys(planning, planned);
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

function warnOfActions({ warn }: KeyPlanning, { actions }: Plannable<KeyValues>): void {
  if (isUnknown(actions)) return;
  const unknown = actions.filter((action) => !isKeyAction(action));
  if (unknown.length === 0) return;
  const names = unknown.map((action) => `"${action}"`).join(", ");
  const hints = unknown.flatMap((action) => {
    const known = actionsLike(action);
    return known.length === 0 ? [] : [` Instead of "${action}", servers check ${known.join(", ")}.`];
  });
  warn(
    `The server may not know the action${unknown.length > 1 ? "s" : ""} ${names}`,
    "An action has the form resource:verb, such as documents:search, collections:*, keys:create or aliases:get; * allows everything. Servers " +
      "accept actions that they do not know, and the key then allows less than it seems. This provider may not know all actions either." +
      hints.join(""),
    ["actions"],
  );
}
