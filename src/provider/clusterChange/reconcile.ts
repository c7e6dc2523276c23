import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";
import { describeChange, describeClone, describeCluster } from "../api/describe";
import { foreignPart, liveSizing, type Sizing } from "../api/sizing";
import { chooseMoment, leadOf, pastMomentError } from "../schedule/moment";
import { type Decision, decide } from "./decide";
import type { ActContext, DesiredState, Outcome, Progress } from "./desiredState";
import { changeInFlight, dueAt } from "./inFlight";
import { observe } from "./observe";
import { post } from "./post";
import { currentRestart, needsRestart } from "./restart";

/** How often a plan of action may be overtaken by others before it is given up. */
const MAX_ROUNDS = 12;

/** Observes, decides and acts until nothing is left to do but to wait (docs/design/laws.md#l3, #l4, #l11). */
export async function reconcile(desired: DesiredState, context: ActContext): Promise<Outcome> {
  const progress: Progress = {
    carried: {},
    ownChange: desired.ownChange,
    restart: desired.restart,
    refused: undefined,
    chosenAgain: false,
    cancelled: [],
    withSizes: false,
  };
  try {
    return await untilSettled(desired, context, progress);
  } catch (error) {
    for (const change of progress.cancelled) context.warn(...nothingInstead(desired.clusterId, change));
    throw error;
  }
}

async function untilSettled(
  desired: DesiredState,
  context: ActContext,
  progress: Progress,
): Promise<Outcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const step = await context.client.exclusively(desired.clusterId, context.signal, () =>
      takeStep(desired, context, progress),
    );
    if ("outcome" in step) return step.outcome;
    if (step.clone) {
      await context.client.waitForCloningOperation(desired.clusterId, step.clone.id, {
        describe: `${describeClone(step.clone)} of cluster ${desired.clusterId}, which comes first, to end`,
        deadline: context.deadline,
        signal: context.signal,
      });
    }
    if (step.begun) {
      const { begun, foreign } = step;
      const ended = await context.client.waitForChange(desired.clusterId, begun.id, {
        performChangeAt: dueAt(begun),
        describe: `${describeChange(begun)} of cluster ${desired.clusterId}, which has begun already, to end`,
        deadline: context.deadline,
        signal: context.signal,
      });
      if (ended.status === "succeeded") progress.carried = { ...progress.carried, ...foreign };
    }
  }
  throw new TerraformError(
    `Cluster ${desired.clusterId} is changed by others all the time`,
    `In ${MAX_ROUNDS} attempts, something else was asked of it each time before this configuration's change could be made. ` +
      "Find out who else manages its size, and apply again.",
  );
}

type Step =
  | { readonly outcome: Outcome }
  /** What has to end first; `foreign`: what it brings that was not asked for here. */
  | {
      readonly begun?: ConfigurationChangeRecord;
      readonly foreign?: Partial<Sizing>;
      readonly clone?: CloningOperationRecord;
    };

async function takeStep(desired: DesiredState, context: ActContext, progress: Progress): Promise<Step> {
  const { client } = context;
  const { cluster, changes } = await observe(desired.clusterId, progress.restart.by, context);
  const active = changeInFlight(changes) ?? null;
  // What was refused was a second change: now that the first one is known, there is nothing left to explain.
  if (active) progress.refused = undefined;
  const live = liveSizing(cluster);
  const foreign = active && active.id !== progress.ownChange ? foreignPart(live, active) : {};
  const target = targetOf(desired, { ...progress.carried, ...foreign });
  progress.restart = currentRestart(progress.restart, changes);
  const restart = needsRestart(progress.restart, active);
  const decision = decide({
    target,
    live,
    active,
    autoUpgrade: desired.autoUpgrade,
    restart,
    schedule: desired.schedule,
    rescheduled: desired.rescheduled,
    now: client.serverNow(),
    lead: leadOf(client.pollInterval),
  });
  switch (decision.act) {
    case "nothing":
      context.ours(null, target, progress.restart);
      return { outcome: { change: null, cluster, target } };
    case "keep":
      if (progress.restart.due && decision.change.id !== progress.ownChange)
        context.warn(...comesWith(decision.change, describeCluster(cluster)));
      if (restart) progress.restart = { due: false, by: decision.change.id };
      context.ours(decision.change, target, progress.restart);
      return { outcome: { change: decision.change, cluster, target } };
    case "await":
      return { begun: decision.change, foreign };
    case "cancel":
      if (decision.why === "superseded" && isElsewhereAndNear(decision.change, progress, client)) {
        return { begun: decision.change, foreign };
      }
      return cancel(decision, desired, context, progress, live, describeCluster(cluster));
    case "refuse":
      throw pastMomentError(decision.past, client.serverNow(), describeCluster(cluster));
    case "post": {
      const posted = await post(decision, desired, context, progress, { cluster, changes });
      if (!("made" in posted)) return posted;
      const change = posted.made;
      if (restart) progress.restart = { due: false, by: change.id };
      context.ours(change, target, progress.restart);
      return { outcome: { change, cluster, target } };
    }
  }
}

function targetOf({ planned, edited }: DesiredState, carried: Partial<Sizing>): Sizing {
  const own = Object.fromEntries(edited.map((name) => [name, planned[name]]));
  return { ...planned, ...carried, ...own };
}

async function cancel(
  { change, why }: Extract<Decision, { act: "cancel" }>,
  desired: DesiredState,
  { client, signal, warn, ours }: ActContext,
  progress: Progress,
  live: Sizing,
  name: string,
): Promise<Step> {
  const isOurs = change.id === progress.ownChange;
  const result = await client.cancelChange(desired.clusterId, change.id, { signal });
  if (result.kind === "canceled" && why !== "undone") progress.cancelled.push(change);
  // Its record may go on saying "pending" for a moment: asked again at once, it would only be refused again.
  if (result.kind === "begun" && result.record.status === "pending") {
    return { begun: result.record, foreign: isOurs ? {} : foreignPart(live, change) };
  }
  if (result.kind !== "canceled") return {};
  if (progress.restart.by === change.id) progress.restart = { due: true, by: undefined };
  if (isOurs) {
    progress.ownChange = undefined;
    ours(null, desired.planned, progress.restart);
    return {};
  }
  const carried = Object.fromEntries(
    Object.entries(foreignPart(live, change)).filter(
      ([setting]) => !desired.edited.includes(setting as keyof Sizing),
    ),
  );
  progress.carried = { ...progress.carried, ...carried };
  const names = Object.keys(carried);
  warn(
    `Cluster ${name}: a configuration change that was made outside has been ${why}`,
    `${describeChange(change)} was cancelled, because one cluster can have one change only.` +
      (names.length > 0
        ? ` What it asked for besides (${names.join(", ")}) is part of this apply's change.`
        : ""),
  );
  return {};
}

/**
 * Somebody else's change that is as near as one asked for at once: most likely another resource of this same apply, which
 * waits for it (docs/design/laws.md#l11). It comes first, and is not taken away.
 */
function isElsewhereAndNear(
  { id, perform_change_at: due }: ConfigurationChangeRecord,
  { ownChange }: Progress,
  client: Client,
): boolean {
  const earliest = chooseMoment({ kind: "at once" }, client.serverNow(), leadOf(client.pollInterval));
  return id !== ownChange && due !== null && "at" in earliest && due <= earliest.at;
}

/** Somebody else's change that restarts the cluster soon enough. */
function comesWith(change: ConfigurationChangeRecord, name: string): [string, string] {
  return [
    `Cluster ${name}: its server_parameters take effect with a change that was made outside`,
    `${describeChange(change)} restarts it in time, so no other one has been asked for.`,
  ];
}

/** For whoever counts on a change that was cancelled in favour of one that could then not be made. */
function nothingInstead(clusterId: string, change: ConfigurationChangeRecord): [string, string] {
  return [
    `Cluster ${clusterId}: configuration change ${change.id} was cancelled, and nothing has taken its place`,
    `${describeChange(change)} had to make room for this apply's change, which then could not be made. What it was to bring is ` +
      "not on its way any more: apply again when the error is mended, or ask for it anew.",
  ];
}
