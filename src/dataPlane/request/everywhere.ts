import { pause } from "../../http/clock";
import { type ApiError, isApiError } from "../../http/error";
import { backoff } from "../../http/retry";
import type { NodeFailure } from "../messages/failures";
import type { CalledOperationId, NodeInput, Nodes, Snapshot, Snapshots } from "../nodes";
import { isMinority, isMissingEverywhere } from "../snapshots";
import { type NodesContext, requestNode } from "./call";
import { catchUpMs } from "./times";

/** Timeout of one node in milliseconds while others are asked, too. */
const TIMEOUT_MS = 10_000;
/** Milliseconds for which a node that did not answer in time is not asked again: each write would wait for it. */
const SILENT_MS = 120_000;

/**
 * Creates the function that reads one object at every node, all at once. If no node answers, it waits as any read does until
 * one can be used. If only a minority answers, and none of those has the object, all are asked again until they have had time
 * to catch up.
 */
export function createEverywhere(context: NodesContext, call: Nodes["call"]): Nodes["everywhere"] {
  const { ways, clock, random, preference } = context;
  const lagMs = catchUpMs(ways.map(({ baseUrl }) => baseUrl));
  /** The timeout of a node and its time, by its URL. */
  const silent = new Map<string, { readonly at: number; readonly failure: NodeFailure }>();

  async function ask<Id extends CalledOperationId>(id: Id, input: NodeInput<Id>, signal: AbortSignal) {
    const spared = ways.flatMap(({ baseUrl }) => {
      const known = silent.get(baseUrl);
      return known && clock.now() - known.at < SILENT_MS ? [{ baseUrl, ...known }] : [];
    });
    // If more than half timed out, all are asked: the answers of the others would not be enough.
    const isEnough = spared.length * 2 <= ways.length;
    const asked = ways.filter(({ baseUrl }) => !isEnough || !spared.some((one) => one.baseUrl === baseUrl));
    const answers = await Promise.all(
      asked.map(async (way) => {
        const options = { signal, ...(ways.length > 1 && { timeoutMs: TIMEOUT_MS }) };
        const { attempt, outcome } = await requestNode(context, way, id, input, options);
        const isSilent = "failed" in outcome && outcome.failed.kind === "timeout";
        if (isSilent)
          silent.set(way.baseUrl, { at: clock.now(), failure: { attempt, failed: outcome.failed } });
        else silent.delete(way.baseUrl);
        return { url: way.baseUrl, attempt, outcome };
      }),
    );
    const seen = answers.flatMap(({ url, outcome }): readonly Snapshot<never>[] => {
      if ("value" in outcome) return [{ url, value: outcome.value as never }];
      return outcome.failed.kind === "not_found" ? [{ url, value: null }] : [];
    });
    const unseen = answers.flatMap(({ attempt, outcome }): readonly NodeFailure[] =>
      "failed" in outcome && outcome.failed.kind !== "not_found" ? [{ attempt, failed: outcome.failed }] : [],
    );
    preferOneOf(seen);
    return { seen, unseen: [...unseen, ...(isEnough ? spared.map(({ failure }) => failure) : [])] };
  }

  /** The next write does not go to a node that has just timed out: it might wait until the deadline. */
  function preferOneOf(seen: readonly Snapshot<unknown>[]): void {
    const [first] = seen;
    const preferred = ways[preference.preferred]?.baseUrl;
    if (first === undefined || seen.some(({ url }) => url === preferred)) return;
    preference.preferred = ways.findIndex(({ baseUrl }) => baseUrl === first.url);
  }

  return async (id, input, options) => {
    const { signal } = options;
    const startedAt = clock.now();
    let last = await ask(id, input, signal);
    for (let rounds = 0; last.seen.length > 0 && isMinority(last) && isMissingEverywhere(last); rounds += 1) {
      const afterMs = backoff(rounds, random);
      if (clock.now() - startedAt + afterMs > lagMs) return last;
      await pause(clock, afterMs, signal, "waiting for more nodes to respond");
      last = await ask(id, input, signal);
    }
    if (last.seen.length > 0) return last;
    try {
      await call(id, input, options);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const again = await ask(id, input, signal);
    if (again.seen.length > 0) return again;
    // One node answers, and then no longer: its answer counts.
    const value = await call(id, input, options).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const url = ways[preference.preferred]?.baseUrl ?? "";
    return { ...again, seen: [{ url, value }] } as Snapshots<never>;
  };
}

function isMissing(error: unknown): error is ApiError {
  return isApiError(error, "not_found");
}
