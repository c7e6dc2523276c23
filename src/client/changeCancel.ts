import type { ConfigurationChangeRecord } from "../api/records";
import { hasEnded } from "./changeListing";
import { type ApiError, failure, isApiError } from "./errors";
import type { Call } from "./exchange";
import { explain } from "./explain";
import type { CallOptions } from "./operations";
import { createRepetition, type RepetitionContext } from "./repetition";
import type { ServerClock } from "./serverClock";
import { buildPath } from "./urls";

/**
 * How a cancellation went: the change is cancelled, by this call or before it; it has begun, or is about to, so that
 * nothing stops it any more; it has ended otherwise; or it answers 404 (gone, *or* not visible to this key).
 */
export type Cancellation =
  | { readonly kind: "canceled" | "begun" | "ended"; readonly change: ConfigurationChangeRecord }
  | { readonly kind: "missing" };

/** What is known when the record of a change is judged after a cancel. */
export interface CancelLook {
  /** Null: 404. */
  readonly change: ConfigurationChangeRecord | null;
  /** Whether the service has refused to cancel it. */
  readonly refused: boolean;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly serverNow: number;
  /** Milliseconds within which a pending change that the service does not cancel any more is taken to begin. */
  readonly margin: number;
}

/** What a look says of a cancel; null: the change is pending as if nothing had been sent. */
export function judgeCancel({ change, refused, serverNow, margin }: CancelLook): Cancellation | null {
  if (change === null) return { kind: "missing" };
  if (change.status === "canceled") return { kind: "canceled", change };
  if (hasEnded(change)) return { kind: "ended", change };
  if (change.status !== "pending") return { kind: "begun", change };
  const due = change.perform_change_at === null || change.perform_change_at * 1000 <= serverNow + margin;
  return refused && due ? { kind: "begun", change } : null;
}

export interface CancelContext extends RepetitionContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly serverClock: ServerClock;
  readonly pollInterval: number;
  readonly read: (
    clusterId: string,
    changeId: string,
    options: CallOptions,
  ) => Promise<ConfigurationChangeRecord | null>;
}

/** Cancels a change; a refusal or a lost answer is settled by reading it (DESIGN.md, L3: a cancel can lose the race). */
export async function cancelChange(
  context: CancelContext,
  clusterId: string,
  changeId: string,
  options: CallOptions,
): Promise<Cancellation> {
  const { call, serverClock, pollInterval } = context;
  const path = { cluster_id: clusterId, id: changeId };
  const repetition = createRepetition(context, "the configuration change", { ...path });
  const read = () => context.read(clusterId, changeId, options);
  const judge = (change: ConfigurationChangeRecord | null, refused: boolean) =>
    judgeCancel({ change, refused, serverNow: serverClock.now(), margin: pollInterval });

  const send = async (): Promise<ConfigurationChangeRecord> => {
    const input = { path, body: { status: "canceled" } };
    return (await call("cancelConfigurationChange", input, options)).configuration_change;
  };

  for (let sent = 1; ; sent += 1) {
    let lost: ApiError;
    try {
      const change = await send();
      const seen = judge(change, false);
      if (seen !== null) return seen;
      lost = notDone(context.baseUrl, path, change.status);
    } catch (error) {
      if (isApiError(error, "refused", "invalid", "not_found")) {
        const seen = judge(await read(), true);
        if (seen === null) throw error;
        return seen;
      }
      if (!isApiError(error, "lost_write")) throw error;
      lost = error;
    }
    const seen = judge(await repetition.lookAfter(lost, read), false);
    if (seen !== null) return seen;
    await repetition.again(lost, sent, options.signal);
  }
}

/** Accepted, and yet not canceled: as good as an answer that says nothing. */
function notDone(
  baseUrl: string,
  pathParameters: Readonly<Record<string, string>>,
  status: string,
): ApiError {
  const operation = "cancelConfigurationChange";
  const path = buildPath(operation, pathParameters);
  const observed = `a change that still reads ${status}`;
  return explain(
    { operation, pathParameters, path, baseUrl },
    failure("contract", { status: 200, observed }),
    true,
  );
}
