import { OPTIONAL_READ_REPEATS } from "../../api/limits";
import { capabilitiesIn } from "../../api/openRecords";
import { InterruptedError } from "../../http/clock";
import { createSharedRead } from "../../http/sharedRead";
import type { Call, CallOptions } from "../request/call";

/**
 * Creates reads whose result is optional, such as for hints. Each is read once and shared, and its failure is thrown to every
 * caller: no plan may fail because of it. A caller that is stopped gets null.
 */
export function createOptionalReads(call: Call) {
  return {
    /** Reads the capabilities of the key; null if they cannot be determined. */
    capabilities: hint("reading the account", async (options) =>
      capabilitiesIn(await call("getAccount", {}, options)),
    ),
    /** Reads the values that clusters can have; search it with `valuesIn`. */
    clusterOptions: hint("reading the cluster options", (options) => call("listClusterOptions", {}, options)),
  };
}

function hint<T>(
  doing: string,
  read: (options: CallOptions) => Promise<T | null>,
): (options: CallOptions) => Promise<T | null> {
  const hints = createSharedRead<T | null>(doing, {
    maxAgeMs: Number.POSITIVE_INFINITY,
    keepsFailures: true,
  });
  return ({ signal }) =>
    hints
      .get((stop) => read({ signal: stop, repeats: OPTIONAL_READ_REPEATS }), signal)
      .catch((error: unknown) => {
        if (error instanceof InterruptedError) return null;
        throw error;
      });
}
