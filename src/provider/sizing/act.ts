import type { Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";
import { called } from "../cluster/model";
import { chooseMoment, leadOf, type Schedule } from "../schedule/moment";
import { askForChange, historyOf, lacksSizes, type Refused } from "./ask";
import { type Decision, decide } from "./decide";
import { observe } from "./observe";
import { isWanted, type Restart, restartNow } from "./restart";
import { foreignPart, liveSizing, type NewSettings, onItsWay, type Sizing } from "./sizing";
import { describeChange, instantOf } from "./words";

/** What an apply wants of a cluster's size. */
export interface Wish {
  readonly clusterId: string;
  /** The planned values. */
  readonly planned: Sizing;
  /** Those that this apply itself changes: they win over what others have asked for. */
  readonly edited: readonly (keyof Sizing)[];
  readonly schedule: Schedule;
  /** Whether the schedule is edited by this apply. */
  readonly rescheduled: boolean;
  readonly notificationEmailAddresses: readonly string[] | null;
  readonly autoUpgrade: boolean;
  /** The change that an earlier apply has made, if one is known. */
  readonly ownChange: string | undefined;
  /** The restart that written server parameters wait for: one change brings it and the size. */
  readonly restart: Restart;
}

/** Where it led: the change that brings the wish about (null when all runs already), and the cluster as last seen. */
export interface Outcome {
  readonly change: ConfigurationChangeRecord | null;
  readonly cluster: ClusterRecord;
  readonly target: Sizing;
}

export interface ActContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly deadline: number;
  warn(summary: string, detail: string): void;
  /** Told of each change that is ours from now on (null when there is none any more), and what then is left of the restart. */
  ours(change: ConfigurationChangeRecord | null, target: Sizing, restart: Restart): void;
}

/** How often a plan of action may be overtaken by others before it is given up. */
const MAX_ROUNDS = 12;

interface Progress {
  carried: Partial<Sizing>;
  ownChange: string | undefined;
  restart: Restart;
  /** The refusal of the round before. */
  refused: Refused | undefined;
  /** Whether a moment that was over has been chosen once more. */
  chosenAgain: boolean;
  /** Changes that were cancelled for one that is still to be made. */
  cancelled: ConfigurationChangeRecord[];
  /** Whether the size as it is is sent along (open-points.md, section 4). */
  withSizes: boolean;
}

/** Observes, decides and acts until nothing is left to do but to wait (DESIGN.md, L3, L4 and L11). */
export async function bringAbout(wish: Wish, context: ActContext): Promise<Outcome> {
  const progress: Progress = {
    carried: {},
    ownChange: wish.ownChange,
    restart: wish.restart,
    refused: undefined,
    chosenAgain: false,
    cancelled: [],
    withSizes: false,
  };
  try {
    return await untilSettled(wish, context, progress);
  } catch (error) {
    for (const change of progress.cancelled) context.warn(...nothingInstead(wish.clusterId, change));
    throw error;
  }
}

async function untilSettled(wish: Wish, context: ActContext, progress: Progress): Promise<Outcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const step = await context.client.exclusively(wish.clusterId, context.signal, () =>
      takeStep(wish, context, progress),
    );
    if ("outcome" in step) return step.outcome;
    if (step.begun) {
      const { begun, foreign } = step;
      const ended = await context.client.waitForChange(wish.clusterId, begun.id, {
        performChangeAt: dueAt(begun),
        describe: `${describeChange(begun)} of cluster ${wish.clusterId}, which has begun already, to end`,
        deadline: context.deadline,
        signal: context.signal,
      });
      if (ended.status === "succeeded") progress.carried = { ...progress.carried, ...foreign };
    }
  }
  throw new TerraformError(
    `Cluster ${wish.clusterId} is changed by others all the time`,
    `In ${MAX_ROUNDS} attempts, something else was asked of it each time before this configuration's change could be made. ` +
      "Find out who else manages its size, and apply again.",
  );
}

type Step =
  | { readonly outcome: Outcome }
  /** `foreign`: what it brings that was not asked for here. */
  | { readonly begun?: ConfigurationChangeRecord; readonly foreign?: Partial<Sizing> };

async function takeStep(wish: Wish, context: ActContext, progress: Progress): Promise<Step> {
  const { client } = context;
  const { cluster, changes } = await observe(wish.clusterId, progress.restart.by, context);
  const active = onItsWay(changes) ?? null;
  // What was refused was a second change: now that the first one is known, there is nothing left to explain.
  if (active) progress.refused = undefined;
  const live = liveSizing(cluster);
  const foreign = active && active.id !== progress.ownChange ? foreignPart(live, active) : {};
  const target = targetOf(wish, { ...progress.carried, ...foreign });
  progress.restart = restartNow(progress.restart, changes);
  const restart = isWanted(progress.restart, active);
  const decision = decide({
    target,
    live,
    active,
    autoUpgrade: wish.autoUpgrade,
    restart,
    schedule: wish.schedule,
    rescheduled: wish.rescheduled,
    now: client.serverNow(),
    lead: leadOf(client.pollInterval),
  });
  switch (decision.act) {
    case "nothing":
      context.ours(null, target, progress.restart);
      return { outcome: { change: null, cluster, target } };
    case "keep":
      if (progress.restart.due && decision.change.id !== progress.ownChange)
        context.warn(...comesWith(decision.change, called(cluster)));
      if (restart) progress.restart = { due: false, by: decision.change.id };
      context.ours(decision.change, target, progress.restart);
      return { outcome: { change: decision.change, cluster, target } };
    case "await":
      return { begun: decision.change, foreign };
    case "cancel":
      if (decision.why === "superseded" && isElsewhereAndNear(decision.change, progress, client)) {
        return { begun: decision.change, foreign };
      }
      return cancel(decision, wish, context, progress, live, called(cluster));
    case "refuse":
      throw isPast(decision.past, client.serverNow(), called(cluster));
    case "post": {
      const change = await post(decision, wish, context, progress, cluster, changes);
      if (!change) return {};
      if (restart) progress.restart = { due: false, by: change.id };
      context.ours(change, target, progress.restart);
      return { outcome: { change, cluster, target } };
    }
  }
}

function targetOf({ planned, edited }: Wish, carried: Partial<Sizing>): Sizing {
  const own = Object.fromEntries(edited.map((name) => [name, planned[name]]));
  return { ...planned, ...carried, ...own };
}

async function cancel(
  { change, why }: Extract<Decision, { act: "cancel" }>,
  wish: Wish,
  { client, signal, warn, ours }: ActContext,
  progress: Progress,
  live: Sizing,
  name: string,
): Promise<Step> {
  const isOurs = change.id === progress.ownChange;
  const result = await client.cancelChange(wish.clusterId, change.id, { signal });
  if (result.kind === "canceled" && why !== "undone") progress.cancelled.push(change);
  // Its record may go on saying "pending" for a moment: asked again at once, it would only be refused again.
  if (result.kind === "begun" && result.change.status === "pending") {
    return { begun: result.change, foreign: isOurs ? {} : foreignPart(live, change) };
  }
  if (result.kind !== "canceled") return {};
  if (progress.restart.by === change.id) progress.restart = { due: true, by: undefined };
  if (isOurs) {
    progress.ownChange = undefined;
    ours(null, wish.planned, progress.restart);
    return {};
  }
  const carried = Object.fromEntries(
    Object.entries(foreignPart(live, change)).filter(
      ([setting]) => !wish.edited.includes(setting as keyof Sizing),
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

async function post(
  { settings, at }: Extract<Decision, { act: "post" }>,
  wish: Wish,
  context: ActContext,
  progress: Progress,
  cluster: ClusterRecord,
  changes: readonly ConfigurationChangeRecord[],
): Promise<ConfigurationChangeRecord | undefined> {
  if (progress.refused) explainRefusal(progress, progress.refused, settings, wish, historyOf(changes));
  const { clusterId, schedule, notificationEmailAddresses: readers } = wish;
  const sizes = progress.withSizes ? cluster : undefined;
  const answer = await askForChange({ clusterId, schedule, at, settings, sizes, readers, changes }, context);
  if ("refused" in answer) {
    progress.refused = { ...answer.refused, error: progress.refused?.error ?? answer.refused.error };
    return undefined;
  }
  progress.ownChange = answer.made.id;
  progress.cancelled = [];
  return answer.made;
}

/** What a refusal can have meant, now that the cluster was looked at again and still has no change on its way. */
function explainRefusal(
  progress: Progress,
  refused: Refused,
  settings: NewSettings,
  wish: Wish,
  history: string,
): void {
  // The moment has passed on the way, or a change of somebody else's has come and gone.
  const chooseAgain = refused.late && !progress.chosenAgain;
  const moved = chooseAgain || history !== refused.history;
  progress.chosenAgain ||= chooseAgain;
  if (moved) progress.refused = undefined;
  else if (lacksSizes(refused, settings) && !wish.autoUpgrade && !progress.withSizes)
    progress.withSizes = true;
  else throw refused.error;
}

/**
 * Somebody else's change that is as near as one asked for at once: most likely another resource of this same apply, which
 * waits for it (DESIGN.md, L11). It comes first, and is not taken away.
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

/** When a wait for a change begins to look: one that has begun may have done so before its moment. */
export function dueAt({ status, perform_change_at: at }: ConfigurationChangeRecord): number | null {
  return status === "pending" ? at : null;
}

/** The refusal of a moment that is over; `at` and `now` in milliseconds since the epoch. */
export function isPast(at: number, now: number, name: string, attribute = "change_schedule"): TerraformError {
  return new TerraformError(
    `perform_change_at is in the past`,
    `Cluster ${name} has to be changed, and ${attribute} says ${instantOf(at / 1000)}; at the service it is ${instantOf(now / 1000)} now. ` +
      "Give a later moment, a window, or none to begin as soon as possible.",
    [attribute],
  );
}
