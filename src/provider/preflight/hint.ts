import type { CallOptions, Client } from "../../client";
import type { Path } from "../../framework";
import type { Service } from "../service";

/** What a preflight check needs of the plan of one object. */
export interface Preflight {
  readonly service: Service;
  readonly signal: AbortSignal;
  warn(summary: string, detail: string, path?: Path): void;
}

/** The longest time, in milliseconds, that a plan waits for what it only gives hints from. */
export const HINT_PATIENCE_MS = 10_000;

/**
 * Reads what hints are made from. Null when it cannot be had: there is no client yet, the service does not answer within
 * {@link HINT_PATIENCE_MS}, or it answers nothing that can be read. Never throws, because no plan may fail for a hint.
 */
export async function readHint<T>(
  { service: { client }, signal }: Preflight,
  read: (client: Client, options: CallOptions) => Promise<T | null>,
): Promise<T | null> {
  if (!client) return null;
  const done = new AbortController();
  const patience = AbortSignal.any([signal, done.signal]);
  try {
    return await Promise.race([
      read(client, { signal: patience }),
      client.clock.sleep(HINT_PATIENCE_MS, patience).then(() => null),
    ]);
  } catch {
    return null;
  } finally {
    done.abort();
  }
}
