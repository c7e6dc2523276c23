import { STARTING_STATUSES } from "../../../api/enumerations";
import type { ApiError, Client } from "../../../client";
import { TerraformError } from "../../../framework";
import { failedAs, isRefusal, NoClusterError } from "../../model/errors";
import { type InFlight, readInFlight, type Workflows } from "./inFlight";
import { untilEnd, untilInService, type Waiting } from "./waits";

/** Attempts before an apply gives up because something else always came first. */
const MAX_ATTEMPTS = 12;

/** The result of one attempt at a write. */
export type Attempt<T> =
  | { readonly done: T }
  /** Something else comes first: `wait` runs without the lock, followed by another attempt. `what` names it in messages. */
  | { readonly what: string; readonly wait: () => Promise<unknown> }
  /** The cluster differs from what the attempt assumed: try again at once. */
  | { readonly again: true }
  | Refused;

/** A rejection that may mean "not now" as well as "never". {@link whenFree} reads the cluster to find out. */
export interface Refused {
  readonly refused: ApiError;
  /** True if the cluster has changed since the attempt read it, so that another attempt may succeed. */
  readonly hasMoved?: (now: Workflows) => boolean;
  /** Prepares another form of the request for the next attempt; false if there is none. */
  readonly otherForm?: () => boolean;
}

/** A write to a cluster, or to something that belongs to it. */
export interface Write<T> {
  /** The purpose, as in "to clone" or "to set a server parameter of" (… the cluster). */
  readonly purpose: string;
  /**
   * Runs with the lock of the cluster: reads the state that the write depends on, and writes once. It may return a rejection, or throw
   * it as the client does; a thrown 400 or 404 is final.
   */
  readonly attempt: () => Promise<Attempt<T>>;
  /** True if a rejection is final, so that waiting does not help. @default false */
  readonly isFinal?: boolean;
  /** True if a change that has not reached its moment can cause a rejection, so that its end is waited for. @default false */
  readonly waitsForScheduled?: boolean;
  /** Builds the error for a cluster that is missing or being terminated. @default NoClusterError */
  readonly goneError?: () => Error;
}

/**
 * Writes to a cluster that may be busy (docs/design/laws.md#l11): attempt → rejected → read the cluster again → wait for the operation
 * in flight → attempt again, until the write is done, the rejection is final, or time is up.
 *
 * @throws NoClusterError if the cluster is missing, the rejection, or a TerraformError that names the operation in the way.
 */
export async function whenFree<T>(waiting: Waiting, client: Client, clusterId: string, write: Write<T>) {
  /** The first rejection since the cluster last changed. Later ones are about other forms of the request. */
  let first: ApiError | undefined;
  let last = "";

  const explain = async (answer: Refused, isFinal: boolean): Promise<Attempt<T>> => {
    first ??= answer.refused;
    const seen = await client.read(clusterId, "fresh", { signal: waiting.signal });
    if (seen.kind !== "present")
      throw write.goneError?.() ?? new NoClusterError(clusterId, write.purpose, seen);
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
      `Gave up after ${MAX_ATTEMPTS} attempts: another operation was always running${last}. Find out who else manages the cluster, ` +
        "and apply again.",
    )
  );
}

/** Makes an attempt of one request to the cluster itself, whose 400 may also mean "not now". */
export async function attempted<T>(write: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await write() };
  } catch (error) {
    if (isRefusal(error)) return { refused: error };
    throw error;
  }
}

/** Adds the operation in flight at the cluster to a rejection, because it may be the reason. */
export function refusedBeside(refused: ApiError, inFlight: InFlight | undefined): Error {
  if (!inFlight) return refused;
  const { summary, detail } = refused;
  const { workflow, record } = inFlight;
  return new TerraformError(summary, `${detail} In flight at the cluster: ${workflow.describe(record)}.`);
}
