import type { TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { CLONE, displayName, failureMessage } from "../../shared/changes/inFlight";
import { markClone, markManaged } from "../../shared/changes/managedIds";
import { childPrivateState } from "../../shared/child";
import { awaitCloningOperation } from "../../shared/cloning/create";
import { terminateClone } from "../../shared/cloning/end";
import { NotTheCloneError, namedClone, refuseNamed } from "../../shared/cloning/identity";
import { proofIn } from "../../shared/cloning/proof";
import { type Check, tableOf } from "../../shared/comparison/table";
import { clientOf } from "../../shared/service";
import {
  CloneGoneError,
  cloningOf,
  NOT_THE_CLONE,
  NothingToCompareError,
  refuseUnlessInService,
} from "./clone";
import { compareClusters, SIDES } from "./comparison";
import type { RehearsalCall, RehearsalValues } from "./schema";

type Checks = NonNullable<RehearsalValues["checks"]>;

/** The result of a rehearsal. */
interface Result {
  readonly passed: boolean;
  /** Null if it ended before anything was compared. */
  readonly checks: Checks | null;
  /** True if there is no clone, or no longer one. */
  readonly isGone: boolean;
  /** The reason for a failure without checks. */
  readonly why?: readonly [summary: string, detail: string];
}

/**
 * Completes a rehearsal whose clone is requested. Each step saves the state from which the next apply can resume
 * (docs/design/upgrades.md#course).
 *
 * @param Failed thrown by a failed rehearsal; a create throws one that differs from an unfinished rehearsal
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
  const save = (values: Partial<RehearsalValues>) => {
    state = { ...state, ...values };
    markClone(client, state.clone_cluster_id, state.id);
    call.saveState(values);
  };

  let result: Result;
  let isKept = false;
  try {
    result = await resultOf(call, () => state, save);
    isKept = !result.passed && !result.isGone && keep === "on_failure";
    if (state.clone_cluster_id !== null && !result.isGone && !isKept)
      // The clone is terminated after everything that a create waits for, with the timeout of a destroy.
      await terminateClone(call.timedAs("delete"), cloningOf(state), state.clone_cluster_id, NOT_THE_CLONE);
  } catch (error) {
    // An unproved cluster must not be used, nor reported as billed.
    if (error instanceof NotTheCloneError && error.cluster === state.clone_cluster_id)
      save({ clone_cluster_id: null });
    warnOfUnfinished(call, state);
    throw error;
  }

  const version = call.privateState?.version ?? state.search_server_version;
  const left = isKept ? proofIn(call.privateState) : ({ ended: true } as const);
  call.setPrivateState({ ...childPrivateState(call.service, source), ...left });
  save({
    status: result.passed ? "passed" : "failed",
    verified_version: result.passed ? version : null,
    finished_at: toInstant(Math.floor(client.serverNow() / 1000)),
  });
  if (!result.passed) throw new Failed(...failureOf(state, result, isKept));
  return state;
}

async function resultOf(
  call: RehearsalCall,
  stateNow: () => RehearsalValues,
  save: (values: Partial<RehearsalValues>) => void,
): Promise<Result> {
  const { cluster_id: source, id, checks: compared } = stateNow();
  if (compared !== null) return resultFrom(compared);
  const operation = await awaitCloningOperation(call, source, id ?? "", (record) => {
    const clone = namedClone(call, cloningOf(stateNow()), record);
    if (clone !== null && clone !== stateNow().clone_cluster_id) save({ clone_cluster_id: clone });
  });
  const { target_cluster_reference_id: named } = operation;
  if (named !== null) await refuseNamed(call, cloningOf(stateNow()), named, NOT_THE_CLONE);
  if (operation.status !== "succeeded")
    return {
      passed: false,
      checks: null,
      isGone: stateNow().clone_cluster_id === null,
      why: failureMessage(CLONE, source, operation, ""),
    };
  try {
    const { redact } = clientOf(call.service);
    const checks = (await compareClusters(call, stateNow())).map((one) => checkOf(one, redact));
    const result = resultFrom(checks);
    if (!result.passed) await refuseUnlessInService(call, source, stateNow().clone_cluster_id ?? "");
    save({ checks });
    return result;
  } catch (error) {
    if (!(error instanceof NothingToCompareError)) throw error;
    const isGone = error instanceof CloneGoneError;
    return { passed: false, checks: null, isGone, why: [error.summary, error.detail] };
  }
}

/** Returns a check for the state, redacted, because a node may echo the key in what it answers (docs/design/laws.md#l9). */
function checkOf(
  { name, reference, candidate, passed, detail }: Check,
  redact: (text: string) => string,
): Checks[number] {
  return {
    name,
    source: redact(reference),
    clone: redact(candidate),
    passed,
    detail: detail && redact(detail),
  };
}

function resultFrom(checks: Checks): Result {
  return { passed: checks.every(({ passed }) => passed), checks, isGone: false };
}

const AGAIN = "The next apply rehearses again, with a new clone.";
const WRITTEN_MEANWHILE =
  "Documents that were written to the cluster after its clone was requested are not in the clone. If they explain the differences, rehearse when fewer are " +
  "written, or set tolerance.";

function failureOf(
  { cluster_id: source, clone_cluster_id: clone, search_server_version: version }: RehearsalValues,
  { checks, why, isGone }: Result,
  isKept: boolean,
): [summary: string, detail: string] {
  const all = checks ?? [];
  const failed = all.filter(({ passed }) => !passed).length;
  const end = isKept
    ? `Cluster ${clone}, the clone, stays in service, as keep_clone requests. It is billed until the rehearsal is repeated or destroyed, which terminates it.`
    : `The clone, cluster ${clone}, is terminated.`;
  if (why) return [why[0], [why[1].trim(), isGone ? "" : end, AGAIN].filter(Boolean).join(" ")];
  const comparisons = all.map(({ name, source, clone, passed, detail }) => {
    return {
      name: name ?? "",
      reference: source ?? "",
      candidate: clone ?? "",
      passed: passed === true,
      detail,
    };
  });
  return [
    `Server version ${version} has failed its rehearsal on cluster ${source}`,
    `${failed} of ${all.length} checks failed:\n\n${tableOf(comparisons, SIDES)}\n\n${end} ${AGAIN}` +
      // If the nodes fail, nothing else is compared.
      (all.length > 1 ? `\n\n${WRITTEN_MEANWHILE}` : ""),
  ];
}

/** Warns of what is billed while the rehearsal is unfinished (docs/design/laws.md#l1). */
function warnOfUnfinished({ warn }: RehearsalCall, state: RehearsalValues): void {
  const { cluster_id: source, clone_cluster_id: clone, search_server_version: version } = state;
  warn(
    clone === null
      ? `${displayName(CLONE, state)} is still running`
      : `Cluster ${clone}, the clone of ${source}, is billed until its rehearsal ends`,
    `The rehearsal of server version ${version} is not finished. Apply again to resume it with the same clone. To give it up, destroy the rehearsal, which ` +
      "terminates the clone.",
  );
}
