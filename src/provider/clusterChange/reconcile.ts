import type { Client, ConfigurationChangeRecord } from "../../client";
import { describeChange, describeCluster } from "../api/describe";
import { failedAs } from "../api/errors";
import { difference, foreignPart, liveSizing, type Sizing, withChange } from "../api/sizing";
import { chooseMoment, leadOf, pastMomentError } from "../schedule/moment";
import { untilCaughtUp } from "./awaitChange";
import { isCatchingUp } from "./catchingUp";
import { type Decision, decide } from "./decide";
import type { ChangeContext, DesiredState, Outcome } from "./desiredState";
import { awaitEnd, changeInFlight } from "./inFlight";
import { goneError, observe } from "./observe";
import { changeRequester } from "./request";
import { currentRestart, needsRestart, type Restart } from "./restart";
import { type Attempt, whenFree } from "./whenFree";

/** How far an apply has come. */
interface Progress {
  /** What the changes of others bring that this apply keeps. */
  carried: Partial<Sizing>;
  ownChange: string | undefined;
  restart: Restart;
  /** Changes that were cancelled for one that is still to be requested. */
  cancelled: ConfigurationChangeRecord[];
  readonly request: ReturnType<typeof changeRequester>;
}

/** Observes, decides and acts until nothing is left to do but to wait (docs/design/laws.md#l3, #l4, #l11). */
export async function reconcile(desired: DesiredState, context: ChangeContext): Promise<Outcome> {
  const { clusterId, ownChange, restart } = desired;
  const request = changeRequester(desired, context);
  const progress: Progress = { carried: {}, ownChange, restart, cancelled: [], request };
  try {
    return await whenFree(context, context.client, clusterId, {
      purpose: "to change",
      attempt: () => takeStep(desired, context, progress),
      goneError: () => goneError(clusterId),
    });
  } catch (error) {
    for (const change of progress.cancelled) await replaceCancelled(change, error, desired, context);
    throw error;
  }
}

async function takeStep(
  desired: DesiredState,
  context: ChangeContext,
  progress: Progress,
): Promise<Attempt<Outcome>> {
  const { client } = context;
  const seen = await observe(desired.clusterId, progress.restart.by, context);
  const { cluster, changes } = seen;
  const live = liveSizing(cluster);
  const lagging = changes.find((change) => isCatchingUp(change, changes, live, client.serverNow()));
  if (lagging) return untilCaughtUp(desired.clusterId, lagging, changes, context);
  const active = changeInFlight(changes) ?? null;
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
  const done = (change: ConfigurationChangeRecord | null): Attempt<Outcome> => {
    if (restart && change) progress.restart = { due: false, by: change.id };
    context.onChange(change, target, progress.restart);
    return { done: { change, cluster, target } };
  };
  const name = describeCluster(cluster);
  switch (decision.act) {
    case "nothing":
      return done(null);
    case "keep":
      if (progress.restart.due && decision.change.id !== progress.ownChange)
        context.warn(...restartedBy(decision.change, name));
      return done(decision.change);
    case "await":
      return untilEnded(decision.change, foreign, desired, context, progress);
    case "cancel":
      if (decision.why === "superseded" && isForeignAndNear(decision.change, progress, client))
        return untilEnded(decision.change, foreign, desired, context, progress);
      return cancel(decision, desired, context, progress, live, name);
    case "refuse":
      throw pastMomentError(decision.past, client.serverNow(), name);
    case "post": {
      const answer = await progress.request(decision.settings, decision.at, seen);
      if (!("done" in answer)) return answer;
      progress.ownChange = answer.done.id;
      progress.cancelled = [];
      return done(answer.done);
    }
  }
}

function targetOf({ planned, edited }: DesiredState, carried: Partial<Sizing>): Sizing {
  const own = Object.fromEntries(edited.map((name) => [name, planned[name]]));
  return { ...planned, ...carried, ...own };
}

/** Waits for a change that comes first. @param foreign what it brings that is not desired here, and stays */
function untilEnded(
  change: ConfigurationChangeRecord,
  foreign: Partial<Sizing>,
  { clusterId }: DesiredState,
  context: ChangeContext,
  progress: Progress,
): Attempt<Outcome> {
  return {
    what: describeChange(change),
    wait: async () => {
      const ended = await awaitEnd(context, context.client, clusterId, { kind: "change", record: change });
      if (ended.status === "succeeded") progress.carried = { ...progress.carried, ...foreign };
    },
  };
}

async function cancel(
  { change, why }: Extract<Decision, { act: "cancel" }>,
  desired: DesiredState,
  context: ChangeContext,
  progress: Progress,
  live: Sizing,
  name: string,
): Promise<Attempt<Outcome>> {
  const { client, signal, warn, onChange } = context;
  const isOurs = change.id === progress.ownChange;
  const foreign = isOurs ? {} : foreignPart(live, change);
  const result = await client.cancelChange(desired.clusterId, change.id, { signal });
  // Its record may go on saying "pending" for a moment: another cancel at once would only be refused again.
  if (result.kind === "begun" && result.record.status === "pending")
    return untilEnded(result.record, foreign, desired, context, progress);
  if (result.kind !== "canceled") return { again: true };
  if (why !== "undone") progress.cancelled.push(change);
  if (progress.restart.by === change.id) progress.restart = { due: true, by: undefined };
  if (isOurs) {
    progress.ownChange = undefined;
    onChange(null, desired.planned, progress.restart);
    return { again: true };
  }
  const carried = Object.entries(foreign).filter(
    ([setting]) => !desired.edited.includes(setting as keyof Sizing),
  );
  progress.carried = { ...progress.carried, ...Object.fromEntries(carried) };
  const besides = carried.map(([setting]) => setting).join(", ");
  warn(
    `Cluster ${name}: a configuration change that was requested outside of Terraform has been ${why}`,
    `${describeChange(change)} was cancelled, because a cluster has one change at a time.` +
      (besides && ` Its other settings (${besides}) are part of this apply's change.`),
  );
  return { again: true };
}

/**
 * Somebody else's change that is as near as one requested at once: most likely another resource of this same apply, which
 * waits for it (docs/design/laws.md#l11). It comes first, and is not taken away.
 */
function isForeignAndNear(
  { id, perform_change_at: due }: ConfigurationChangeRecord,
  { ownChange }: Progress,
  client: Client,
): boolean {
  const earliest = chooseMoment({ kind: "at once" }, client.serverNow(), leadOf(client.pollInterval));
  return id !== ownChange && due !== null && "at" in earliest && due <= earliest.at;
}

/** Somebody else's change that restarts the cluster soon enough. */
function restartedBy(change: ConfigurationChangeRecord, name: string): [string, string] {
  return [
    `Cluster ${name}: its server_parameters take effect with a change that was requested outside of Terraform`,
    `${describeChange(change)} restarts the cluster in time, so no other change has been requested.`,
  ];
}

/** For a change that was cancelled in favour of one that then failed: requests somebody else's again, and says what came of it. */
async function replaceCancelled(
  change: ConfigurationChangeRecord,
  error: unknown,
  desired: DesiredState,
  context: ChangeContext,
): Promise<void> {
  const { clusterId, ownChange } = desired;
  const isForeign = change.id !== ownChange;
  const again = isForeign && isAnswer(error) ? await requestAgain(change, clusterId, context) : undefined;
  if (again) {
    context.warn(
      `Cluster ${clusterId}: configuration change ${change.id} was cancelled and has been requested again`,
      `${describeChange(change)} was cancelled in favor of this apply's change, which the service then refused. It has been replaced by: ` +
        `${describeChange(again)}.`,
    );
    return;
  }
  context.warn(
    `Cluster ${clusterId}: configuration change ${change.id} was cancelled and has not been replaced`,
    `${describeChange(change)} was cancelled in favor of this apply's change, which then failed. Its settings are no longer ` +
      "scheduled: fix the error and apply again, or request the change again.",
  );
}

/** Whether the service has certainly not scheduled what was requested. */
function isAnswer(error: unknown): boolean {
  return failedAs(error, "refused", "invalid", "payment", "auth");
}

/** The same change for the same moment; undefined where that moment is over, something else is in flight, or it is refused too. */
async function requestAgain(
  change: ConfigurationChangeRecord,
  clusterId: string,
  context: ChangeContext,
): Promise<ConfigurationChangeRecord | undefined> {
  const { client, signal } = context;
  const { perform_change_at: at, notification_email_addresses: notificationEmailAddresses } = change;
  if (at === null || at * 1000 <= client.serverNow()) return undefined;
  const schedule = { kind: "at", at: at * 1000 } as const;
  const request = changeRequester({ clusterId, schedule, notificationEmailAddresses }, context);
  try {
    return await client.exclusively(clusterId, signal, async () => {
      const seen = await observe(clusterId, undefined, context);
      if (changeInFlight(seen.changes)) return undefined;
      const live = liveSizing(seen.cluster);
      const answer = await request(difference(withChange(live, change), live, false), at, seen);
      return "done" in answer ? answer.done : undefined;
    });
  } catch {
    // The error that led here is the one to report.
    return undefined;
  }
}
