import { OPTIONAL_READ_REPEATS } from "../../../api/limits";
import type { CallOptions, Client } from "../../../client";
import type { Path } from "../../../framework";
import { failedAs } from "../../model/errors";
import { runState } from "../runState";
import type { Service } from "../service";

/** What a preflight check needs of the plan of one object. */
export interface Preflight {
  readonly service: Service;
  readonly signal: AbortSignal;
  warn(summary: string, detail: string, path?: Path): void;
  error(summary: string, detail: string, path?: Path): void;
}

/** The longest time, in milliseconds, that the plans of a process wait in vain for what they only give hints from, all in all. */
export const HINT_PATIENCE_MS = 6_000;

/** Failures that say nothing about what was asked. Any other one, such as 403 or 404, is an answer: there is no such hint. */
const PASSING = ["network", "timeout", "unavailable", "unreadable", "rate_limit"] as const;

interface Vain {
  /** Milliseconds that were waited for hints that did not come. */
  spentMs: number;
  said: boolean;
}

const vainOf = runState((_: Client): Vain => ({ spentMs: 0, said: false }));

/**
 * Reads what hints are made from. Null when it cannot be had: there is no client yet, the service does not answer, or it answers
 * nothing that can be read. Never throws, because no plan may fail for a hint (docs/design/laws.md#l5). A service that fails is
 * given {@link HINT_PATIENCE_MS} by all hints together, and one warning says that they are missing.
 */
export async function readHint<T>(
  planning: Preflight,
  read: (client: Client, options: CallOptions) => Promise<T | null>,
): Promise<T | null> {
  const { service, signal } = planning;
  const { client } = service;
  if (!client) return null;
  const spent = vainOf(client).spentMs;
  if (spent >= HINT_PATIENCE_MS) return null;
  const startedAt = client.clock.now();
  // Hints are read side by side: what they wait for at the same time counts once.
  const failed = (why: string) => {
    const { spentMs } = vainOf(client);
    vainOf(client).spentMs = Math.max(spentMs, spent + client.clock.now() - startedAt);
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
        vainOf(client).spentMs = HINT_PATIENCE_MS;
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
  if (vainOf(client).said) return;
  vainOf(client).said = true;
  planning.warn(
    "Some checks of this plan were skipped, because the service did not answer",
    `${why}\n\nThe plan itself is complete, but it may lack warnings: of a key without the capability that apply needs, of values that ` +
      "the service does not list, or of what an interrupted apply left behind. The service decides at apply. To see the warnings, plan again.",
  );
}

/** The server version that a cluster runs, for a hint; null where nobody can tell. */
export async function runningVersion(planning: Preflight, clusterId: string): Promise<string | null> {
  const seen = await readHint(planning, (client, options) => client.read(clusterId, "shared", options));
  return seen?.kind === "present" ? seen.cluster.search_server_version : null;
}
