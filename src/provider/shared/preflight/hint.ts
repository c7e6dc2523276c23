import { OPTIONAL_READ_REPEATS } from "../../../api/limits";
import type { CallOptions, Client } from "../../../client";
import type { Path } from "../../../framework";
import { failedAs } from "../../model/errors";
import { runState } from "../runState";
import type { Service } from "../service";

/** The parts of the plan of one object that a preflight check needs. */
export interface Preflight {
  readonly service: Service;
  readonly signal: AbortSignal;
  warn(summary: string, detail: string, path?: Path): void;
  error(summary: string, detail: string, path?: Path): void;
}

/** Milliseconds that the plans of a process wait for hints that do not arrive, in total. */
export const HINT_PATIENCE_MS = 6_000;

/** Failures that leave the question open. Any other one, such as 403 or 404, means that there is no such hint. */
const PASSING = ["network", "timeout", "unavailable", "unreadable", "rate_limit"] as const;

interface HintFailures {
  /** Milliseconds spent waiting for hints that did not arrive. */
  spentMs: number;
  warned: boolean;
}

const failuresOf = runState((_: Client): HintFailures => ({ spentMs: 0, warned: false }));

/**
 * Reads the data for a hint. Returns null if there is no client yet, or no readable response. Never throws, because no plan may
 * fail for a hint (docs/design/laws.md#l5). All hints together wait {@link HINT_PATIENCE_MS} for a failing service, and one
 * warning reports that they are missing.
 */
export async function readHint<T>(
  planning: Preflight,
  read: (client: Client, options: CallOptions) => Promise<T | null>,
): Promise<T | null> {
  const { service, signal } = planning;
  const { client } = service;
  if (!client) return null;
  const spent = failuresOf(client).spentMs;
  if (spent >= HINT_PATIENCE_MS) return null;
  const startedAt = client.clock.now();
  // Hints are read concurrently, so time that they wait together counts once.
  const failed = (why: string) => {
    const { spentMs } = failuresOf(client);
    failuresOf(client).spentMs = Math.max(spentMs, spent + client.clock.now() - startedAt);
    if (!signal.aborted) warnOfMissing(planning, client, why);
    return null;
  };
  const done = new AbortController();
  const patience = AbortSignal.any([signal, done.signal]);
  try {
    return await Promise.race([
      read(client, { signal: patience, repeats: OPTIONAL_READ_REPEATS }),
      client.clock.sleep(HINT_PATIENCE_MS - spent, patience).then(() => {
        if (patience.aborted) return null;
        failuresOf(client).spentMs = HINT_PATIENCE_MS;
        return failed("There was no answer within a few seconds.");
      }),
    ]);
  } catch (error) {
    return failedAs(error, ...PASSING) ? failed(`${error.summary}. ${error.detail}`) : null;
  } finally {
    done.abort();
  }
}

function warnOfMissing(planning: Preflight, client: Client, why: string): void {
  if (failuresOf(client).warned) return;
  failuresOf(client).warned = true;
  planning.warn(
    "Some checks of this plan were skipped, because the service did not answer",
    `${why}\n\nThe plan itself is complete, but it may lack warnings: of a key without the capability that apply needs, of values that ` +
      "the service does not list, or of what an interrupted apply left behind. The service decides at apply. To see the warnings, plan again.",
  );
}

/** Reads the server version of a cluster for a hint; null if it is not available. */
export async function runningVersion(planning: Preflight, clusterId: string): Promise<string | null> {
  const seen = await readHint(planning, (client, options) => client.read(clusterId, "shared", options));
  return seen?.kind === "present" ? seen.cluster.search_server_version : null;
}
