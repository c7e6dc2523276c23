import type { TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { CLONE, called, endedBadly } from "../../shared/changes/inFlight";
import { markClone, markManaged } from "../../shared/changes/managedIds";
import { privateStateOf, withTimeout } from "../../shared/child";
import { awaitCloningOperation } from "../../shared/cloning/create";
import { terminateClone } from "../../shared/cloning/end";
import { NotTheClone, refuseNamed, whyNotNamed } from "../../shared/cloning/identity";
import { proofIn } from "../../shared/cloning/proof";
import { clientOf } from "../../shared/service";
import type { Check } from "./checks/check";
import { CloneGone, NothingToCompare, refuseUnlessServing } from "./clone";
import { cloningOf, INSTEAD } from "./cloning";
import { compareClusters } from "./comparison";
import { tableOf } from "./report";
import { type RehearsalCall, type RehearsalValues, TIMEOUTS } from "./schema";

/** What a rehearsal comes to. */
interface Result {
  readonly passed: boolean;
  /** Null: it ended before anything was compared. */
  readonly checks: readonly Check[] | null;
  /** Whether there is no clone, or none any more. */
  readonly isGone: boolean;
  /** Why it has failed, where no check tells. */
  readonly why?: readonly [summary: string, detail: string];
}

/**
 * Goes on with a rehearsal whose clone is requested, to its end. Each step leaves in state what the next apply needs to go on from
 * there (docs/design/upgrades.md#course).
 *
 * @param Failed what a failed rehearsal throws: for a create, an error that tells it from one that is not finished
 */
export async function rehearse(
  call: RehearsalCall,
  begun: RehearsalValues,
  Failed: typeof TerraformError,
): Promise<Partial<RehearsalValues>> {
  const { cluster_id: source, keep_clone: keep } = begun;
  const client = clientOf(call.service);
  markManaged(client, source, begun.id);
  let state = begun;
  const learn = (values: Partial<RehearsalValues>) => {
    state = { ...state, ...values };
    markClone(client, state.clone_cluster_id, state.id);
    call.saveState(values);
  };

  let result: Result;
  let isKept = false;
  try {
    result = await resultOf(call, () => state, learn);
    isKept = !result.passed && !result.isGone && keep === "on_failure";
    if (state.clone_cluster_id !== null && !result.isGone && !isKept)
      await terminateClone(ending(call, state), cloningOf(state), state.clone_cluster_id, INSTEAD);
  } catch (error) {
    // Nobody may go by a claim, nor be told that it is billed.
    if (error instanceof NotTheClone && error.cluster === state.clone_cluster_id)
      learn({ clone_cluster_id: null });
    warnOfUnfinished(call, state);
    throw error;
  }

  const version = call.privateState?.version ?? state.search_server_version;
  const left = isKept ? proofIn(call.privateState) : ({ ended: true } as const);
  call.setPrivateState({ ...privateStateOf(call.service, source), ...left });
  learn({
    status: result.passed ? "passed" : "failed",
    verified_version: result.passed ? version : null,
    finished_at: toInstant(Math.floor(client.serverNow() / 1000)),
  });
  if (!result.passed) throw new Failed(...failureOf(state, result, isKept));
  return state;
}

/** The clone is ended after all that a create waits for, and has the time of a destroy. */
const ending = (call: RehearsalCall, { timeouts }: RehearsalValues) =>
  withTimeout(call, timeouts?.delete ?? TIMEOUTS.delete);

async function resultOf(
  call: RehearsalCall,
  stateNow: () => RehearsalValues,
  learn: (values: Partial<RehearsalValues>) => void,
): Promise<Result> {
  const { cluster_id: source, id, checks: compared } = stateNow();
  if (compared !== null) return comparedTo(compared as Check[]);
  const operation = await awaitCloningOperation(call, source, id ?? "", (record) => {
    const { target_cluster_reference_id: named } = record;
    const isNew = named !== null && named !== stateNow().clone_cluster_id;
    if (isNew && !whyNotNamed(call, cloningOf(stateNow()), named)) learn({ clone_cluster_id: named });
  });
  const { target_cluster_reference_id: named } = operation;
  if (named !== null) await refuseNamed(call, cloningOf(stateNow()), named, INSTEAD);
  if (operation.status !== "succeeded")
    return {
      passed: false,
      checks: null,
      isGone: stateNow().clone_cluster_id === null,
      why: endedBadly(CLONE, source, operation, ""),
    };
  try {
    const { redact } = clientOf(call.service);
    const checks = (await compareClusters(call, stateNow())).map((check) => withoutSecrets(check, redact));
    const result = comparedTo(checks);
    if (!result.passed) await refuseUnlessServing(call, source, stateNow().clone_cluster_id ?? "");
    learn({ checks });
    return result;
  } catch (error) {
    if (!(error instanceof NothingToCompare)) throw error;
    const isGone = error instanceof CloneGone;
    return { passed: false, checks: null, isGone, why: [error.summary, error.detail] };
  }
}

/** What nodes said goes into the state with it, and a node may echo the key (docs/design/laws.md#l9). */
function withoutSecrets(check: Check, redact: (text: string) => string): Check {
  const { source, clone, detail } = check;
  return { ...check, source: redact(source), clone: redact(clone), detail: detail && redact(detail) };
}

function comparedTo(checks: readonly Check[]): Result {
  return { passed: checks.every(({ passed }) => passed), checks, isGone: false };
}

const AGAIN = "The next apply rehearses again, with a new clone.";
const WRITTEN_MEANWHILE =
  "Documents that were written to the cluster after its clone was requested are not in the clone. If they explain what differs, rehearse when fewer are " +
  "written, or set tolerance.";

function failureOf(
  { cluster_id: source, clone_cluster_id: clone, search_server_version: version }: RehearsalValues,
  { checks, why, isGone }: Result,
  isKept: boolean,
): [summary: string, detail: string] {
  const all = checks ?? [];
  const differ = all.filter(({ passed }) => !passed);
  const end = isKept
    ? `Cluster ${clone}, the clone, stays in service, as keep_clone says. It is billed until the rehearsal is repeated or destroyed, which terminates it.`
    : `The clone, cluster ${clone}, is terminated.`;
  if (why) return [why[0], [why[1].trim(), isGone ? "" : end, AGAIN].filter(Boolean).join(" ")];
  return [
    `Server version ${version} has failed its rehearsal on cluster ${source}`,
    `${differ.length} of ${all.length} checks ${differ.length === 1 ? "differs" : "differ"}:\n\n${tableOf(all)}\n\n${end} ${AGAIN}` +
      // Where the nodes fail, nothing else is compared.
      (all.length > 1 ? `\n\n${WRITTEN_MEANWHILE}` : ""),
  ];
}

/** Nothing that is billed goes unmentioned (docs/design/laws.md#l1). */
function warnOfUnfinished({ warn }: RehearsalCall, state: RehearsalValues): void {
  const { cluster_id: source, clone_cluster_id: clone, search_server_version: version } = state;
  const what =
    clone === null
      ? `${called(CLONE, state)} goes on`
      : `Cluster ${clone}, the clone of ${source}, is billed until its rehearsal ends`;
  warn(
    what,
    `The rehearsal of server version ${version} is not finished. Apply again: it goes on where it was, with the same clone. To give it up, destroy the rehearsal, which ` +
      "terminates the clone.",
  );
}
