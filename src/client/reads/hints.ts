import { capabilitiesIn } from "../../api/openRecords";
import { Interrupted } from "../clock";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/input";
import { shared } from "./shared";

/**
 * What only hints depend on. Each is read once and shared; a failure is no error and reads as null, also for a caller
 * that is stopped.
 */
export function createHints(call: Call) {
  return {
    /** What the key may do; null when that cannot be told. */
    capabilities: hint("reading the account", async (signal) =>
      capabilitiesIn(await call("getAccount", {}, { signal })),
    ),
    /** What a cluster can consist of, to be searched with `valuesIn`; null when it could not be read. */
    clusterOptions: hint("reading the cluster options", (signal) =>
      call("listClusterOptions", {}, { signal }),
    ),
  };
}

function hint<T>(
  doing: string,
  read: (signal: AbortSignal) => Promise<T | null>,
): (options: CallOptions) => Promise<T | null> {
  let known: { readonly hint: T | null } | null = null;
  const join = shared(doing, async (signal) => {
    try {
      known = { hint: await read(signal) };
    } catch (error) {
      // A stop says nothing about the service; every other failure does.
      if (!(error instanceof Interrupted)) known = { hint: null };
    }
  });
  return async ({ signal }) => {
    if (known === null) await join(signal).catch(() => undefined);
    return known?.hint ?? null;
  };
}
