import { STARTING_STATUSES } from "../../../api/enumerations";
import type { ApiError, Client } from "../../../client";
import { TerraformError } from "../../../framework";
import { failedAs, isRefusal, NoCluster } from "../../model/errors";
import { type InFlight, readInFlight, type Workflows } from "./inFlight";
import { untilEnd, untilInService, type Waiting } from "./waits";

/** How often something else may come first before an apply gives up. */
const MAX_ATTEMPTS = 12;

/** What one attempt at a write came to. */
export type Attempt<T> =
  | { readonly done: T }
  /** Something else comes first: `wait` runs without the lock, then comes another attempt. `what` names it for people. */
  | { readonly what: string; readonly wait: () => Promise<unknown> }
  /** The cluster is not as the attempt took it to be: another attempt at once. */
  | { readonly again: true }
  | Refused;

/** An answer that may mean "not now" as well as "never": {@link whenFree} reads the cluster, which tells. */
export interface Refused {
  readonly refused: ApiError;
  /** Whether the cluster has changed since the attempt read it, so that another attempt may succeed. */
  readonly hasMoved?: (now: Workflows) => boolean;
  /** Prepares another form of the request for the next attempt; false where there is none. */
  readonly otherForm?: () => boolean;
}

/** A write to a cluster, or to something that belongs to it. */
export interface Write<T> {
  /** What it is for, as in "to clone" or "to set a server parameter of" (… the cluster). */
  readonly purpose: string;
  /**
   * Runs with the lock of the cluster: reads what the write depends on, and writes, once. A refusal may be returned, or thrown
   * as the client throws it; a thrown 400 or 404 is final.
   */
  readonly attempt: () => Promise<Attempt<T>>;
  /** Whether a refusal must be taken to mean what it says, for which no wait helps. @default false */
  readonly isFinal?: boolean;
  /** Whether a refusal can be due to a change that still waits for its moment, so that its end is waited for. @default false */
  readonly waitsForScheduled?: boolean;
  /** The error for a cluster that is gone or going away. @default NoCluster */
  readonly goneError?: () => Error;
}

/**
 * The one loop for clusters that are busy (docs/design/laws.md#l11): attempt → refused → read the cluster again → wait for what
 * is in flight → attempt again, until the write is done, the refusal turns out to mean what it says, or time is up.
 *
 * @throws NoCluster when the cluster is gone, the refusal, or a TerraformError that names what is in the way.
 */
export async function whenFree<T>(waiting: Waiting, client: Client, clusterId: string, write: Write<T>) {
  /** The first refusal since the cluster last moved: later ones answer other forms of the request. */
  let first: ApiError | undefined;
  let last = "";

  const explain = async (answer: Refused, isFinal: boolean): Promise<Attempt<T>> => {
    first ??= answer.refused;
    const seen = await client.read(clusterId, "fresh", { signal: waiting.signal });
    if (seen.kind !== "present") throw write.goneError?.() ?? new NoCluster(clusterId, write.purpose, seen);
    if (isFinal) throw first;
    if (STARTING_STATUSES.includes(seen.cluster.status)) return untilInService(waiting, client, clusterId);
    const now = await readInFlight(client, clusterId, waiting.signal);
    if (answer.hasMoved?.(now)) {
      first = undefined;
      return { again: true };
    }
    const inTheWay = now.active ?? (write.waitsForScheduled ? now.scheduled : undefined);
    if (inTheWay) return untilEnd(waiting, client, clusterId, inTheWay);
    if (answer.otherForm?.()) return { again: true };
    throw refusedBeside(first, now.scheduled);
  };

  const step = async (): Promise<Attempt<T>> => {
    let result: Attempt<T>;
    try {
      result = await write.attempt();
    } catch (error) {
      if (!failedAs(error, "refused", "invalid", "not_found")) throw error;
      return explain({ refused: error }, write.isFinal === true || error.kind !== "refused");
    }
    return "refused" in result ? explain(result, write.isFinal === true) : result;
  };

  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await client.exclusively(clusterId, waiting.signal, step);
    if ("done" in result) return result.done;
    if ("wait" in result) {
      first = undefined;
      last = `, last: ${result.what}`;
      await result.wait();
    }
  }
  throw (
    first ??
    new TerraformError(
      `Cluster ${clusterId} keeps being changed by others`,
      `${MAX_ATTEMPTS} attempts ${write.purpose} it each found another operation in the way${last}. Find out who else manages ` +
        "the cluster, and apply again.",
    )
  );
}

/** An attempt that is one request to the cluster itself: there, a 400 may mean "not now" as well. */
export async function attempted<T>(write: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await write() };
  } catch (error) {
    if (isRefusal(error)) return { refused: error };
    throw error;
  }
}

/** A refusal, with what is in flight at the cluster: that may be its reason. */
export function refusedBeside(refused: ApiError, inFlight: InFlight | undefined): Error {
  if (!inFlight) return refused;
  const { summary, detail } = refused;
  const { workflow, record } = inFlight;
  return new TerraformError(summary, `${detail} In flight at the cluster: ${workflow.describe(record)}.`);
}
