import type { Client, ClusterRecord, ConfigurationChangeRecord } from "../../../client";
import { describeChange, describeCluster } from "../../model/describe";
import { failedAs } from "../../model/errors";
import { difference, foreignPart, liveSizing, type Sizing, withChange } from "../../model/sizing";
import { pastMomentError, timingOf } from "../schedule/moment";
import { comesFirst, type Decision, decide } from "./decide";
import { CHANGE, isInFlight } from "./inFlight";
import { goneError, isCatchingUp, observe } from "./observe";
import { type ChangeRequest, changeRequester } from "./request";
import { currentRestart, needsRestart, type Restart } from "./restart";
import { untilCaughtUp, untilEnd, type Waiting } from "./waits";
import { type Attempt, whenFree } from "./whenFree";

/** The size that an apply must bring a cluster to. */
export interface DesiredState extends ChangeRequest {
  /** The planned values. */
  readonly planned: Sizing;
  /** Those that this apply edits. They win over changes that others have requested. */
  readonly edited: readonly (keyof Sizing)[];
  /** True if this apply edits the schedule. */
  readonly rescheduled: boolean;
  readonly autoUpgrade: boolean;
  /** The change that an earlier apply requested, if known. */
  readonly ownChange: string | undefined;
  /** The restart for written server parameters. One change carries it and the size. */
  readonly restart: Restart;
}

/** The change that leads to the desired state (null if it runs already), and the cluster as last read. */
export interface Outcome {
  readonly change: ConfigurationChangeRecord | null;
  readonly cluster: ClusterRecord;
  readonly target: Sizing;
}

export interface ChangeContext extends Waiting {
  readonly client: Client;
  warn(summary: string, detail: string): void;
  /** Called with each new change of this resource (null if there is none any more), and the remaining restart. */
  onChange(change: ConfigurationChangeRecord | null, target: Sizing, restart: Restart): void;
}

/** Observes, decides and acts until only waiting is left (docs/design/laws.md#l3, #l4, #l11). */
export async function reconcile(desired: DesiredState, context: ChangeContext): Promise<Outcome> {
  const { clusterId } = desired;
  const apply = new Apply(desired, context);
  try {
    return await whenFree(context, context.client, clusterId, {
      purpose: "to change",
      attempt: () => apply.takeStep(),
      goneError: () => goneError(clusterId),
    });
  } catch (error) {
    await apply.replaceCancelled(error);
    throw error;
  }
}

type Cancel = Extract<Decision, { act: "cancel" }>;

/** One apply and its progress. */
class Apply {
  /** Settings from the changes of others that this apply keeps. */
  #carried: Partial<Sizing> = {};
  #ownChange: string | undefined;
  #restart: Restart;
  /** Changes that were cancelled in favor of one that has not been requested yet. */
  readonly #cancelled: ConfigurationChangeRecord[] = [];
  readonly #request: ReturnType<typeof changeRequester>;

  constructor(
    private readonly desired: DesiredState,
    private readonly context: ChangeContext,
  ) {
    this.#ownChange = desired.ownChange;
    this.#restart = desired.restart;
    this.#request = changeRequester(desired, context);
  }

  async takeStep(): Promise<Attempt<Outcome>> {
    const { desired, context } = this;
    const { client } = context;
    const seen = await observe(desired.clusterId, this.#restart.by, context);
    const { cluster, changes } = seen;
    const live = liveSizing(cluster);
    const lagging = changes.find((change) => isCatchingUp(change, changes, live, client.serverNow()));
    if (lagging) return untilCaughtUp(context, desired.clusterId, lagging, changes);
    const active = changes.find(isInFlight) ?? null;
    const foreign = active && active.id !== this.#ownChange ? foreignPart(live, active) : {};
    const own = Object.fromEntries(desired.edited.map((name) => [name, desired.planned[name]]));
    const target = { ...desired.planned, ...this.#carried, ...foreign, ...own };
    this.#restart = currentRestart(this.#restart, changes);
    const restart = needsRestart(this.#restart, active);
    const timing = timingOf(client);
    const decision = decide({ ...desired, target, live, active, restart, ...timing });
    const name = describeCluster(cluster);
    const done = (change: ConfigurationChangeRecord | null): Attempt<Outcome> => {
      if (restart && change) this.#restart = { due: false, by: change.id };
      context.onChange(change, target, this.#restart);
      return { done: { change, cluster, target } };
    };
    switch (decision.act) {
      case "nothing":
        return done(null);
      case "keep":
        if (this.#restart.due && decision.change.id !== this.#ownChange)
          context.warn(
            `Cluster ${name}: its server_parameters take effect with a change that was requested outside of Terraform`,
            `${describeChange(decision.change)} restarts the cluster in time, so no other change has been requested.`,
          );
        return done(decision.change);
      case "await":
        return this.#untilEnded(decision.change, foreign);
      case "cancel":
        return comesFirst(decision, this.#ownChange, timing)
          ? this.#untilEnded(decision.change, foreign)
          : this.#cancel(decision, foreign, name);
      case "refuse":
        throw pastMomentError(decision.past, timing.now, `cluster ${name}`);
      case "post": {
        const answer = await this.#request(decision.settings, decision.at, seen);
        if (!("done" in answer)) return answer;
        this.#ownChange = answer.done.id;
        return done(answer.done);
      }
    }
  }

  /** Waits for a change that comes first. @param foreign settings that it alters and that this apply keeps */
  #untilEnded(record: ConfigurationChangeRecord, foreign: Partial<Sizing>): Attempt<Outcome> {
    const { context, desired } = this;
    const inFlight = { workflow: CHANGE, record };
    const { what, wait } = untilEnd(context, context.client, desired.clusterId, inFlight);
    return {
      what,
      wait: async () => {
        const ended = await wait();
        if (ended.status === "succeeded") this.#carried = { ...this.#carried, ...foreign };
      },
    };
  }

  async #cancel({ change, why }: Cancel, foreign: Partial<Sizing>, name: string): Promise<Attempt<Outcome>> {
    const { clusterId, planned, edited } = this.desired;
    const { client, signal, warn, onChange } = this.context;
    const result = await client.cancelChange(clusterId, change.id, { signal });
    // Its record may still show "pending" for a moment, and another cancel would be rejected again.
    if (result.kind === "begun" && result.record.status === "pending")
      return this.#untilEnded(result.record, foreign);
    if (result.kind !== "canceled") return { again: true };
    if (why !== "undone") this.#cancelled.push(change);
    if (this.#restart.by === change.id) this.#restart = { due: true, by: undefined };
    if (change.id === this.#ownChange) {
      this.#ownChange = undefined;
      onChange(null, planned, this.#restart);
      return { again: true };
    }
    const carried = Object.entries(foreign).filter(([setting]) => !edited.includes(setting as keyof Sizing));
    this.#carried = { ...this.#carried, ...Object.fromEntries(carried) };
    const besides = carried.map(([setting]) => setting).join(", ");
    warn(
      `Cluster ${name}: a configuration change that was requested outside of Terraform has been ${why}`,
      `${describeChange(change)} was cancelled, because a cluster has one change at a time.` +
        (besides && ` Its other settings (${besides}) are part of this apply's change.`),
    );
    return { again: true };
  }

  /** If changes were cancelled in favor of one that then failed, requests those of others again, and warns of the result. */
  async replaceCancelled(error: unknown): Promise<void> {
    const { clusterId, ownChange } = this.desired;
    // Only these errors prove that the service did not schedule the request.
    const isRefused = failedAs(error, "refused", "invalid", "payment", "auth");
    for (const change of this.#cancelled) {
      const again = isRefused && change.id !== ownChange ? await this.#requestAgain(change) : undefined;
      const [what, then] = again
        ? [
            "been requested again",
            `the service then refused. It has been replaced by: ${describeChange(again)}.`,
          ]
        : [
            "not been replaced",
            "then failed. Its settings are no longer scheduled: fix the error and apply again, or request the change again.",
          ];
      this.context.warn(
        `Cluster ${clusterId}: configuration change ${change.id} was cancelled and has ${what}`,
        `${describeChange(change)} was cancelled in favor of this apply's change, which ${then}`,
      );
    }
  }

  /** Requests the same change for the same moment; undefined if that has passed, something else is in flight, or it is rejected too. */
  async #requestAgain(change: ConfigurationChangeRecord): Promise<ConfigurationChangeRecord | undefined> {
    const { context, desired } = this;
    const { client, signal } = context;
    const { clusterId } = desired;
    const { perform_change_at: at, notification_email_addresses: notificationEmailAddresses } = change;
    if (at === null || at * 1000 <= client.serverNow()) return undefined;
    const schedule = { kind: "at", at: at * 1000 } as const;
    const request = changeRequester({ clusterId, schedule, notificationEmailAddresses }, context);
    try {
      return await client.exclusively(clusterId, signal, async () => {
        const seen = await observe(clusterId, undefined, context);
        if (seen.changes.some(isInFlight)) return undefined;
        const live = liveSizing(seen.cluster);
        const answer = await request(difference(withChange(live, change), live, false), at, seen);
        return "done" in answer ? answer.done : undefined;
      });
    } catch {
      // The error that led here is the one to report.
      return undefined;
    }
  }
}
