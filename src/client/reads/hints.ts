import { HINT_REPEATS } from "../../api/limits";
import { capabilitiesIn } from "../../api/openRecords";
import { Interrupted } from "../../http/clock";
import type { Call, CallOptions } from "../request/call";
import { shared } from "./shared";

/**
 * What only hints depend on. Each is read once and shared, its failure too, which is thrown to every caller: no plan may fail for
 * it. A caller that is stopped gets null.
 */
export function createHints(call: Call) {
  return {
    /** What the key may do; null when that cannot be told. */
    capabilities: hint("reading the account", async (options) =>
      capabilitiesIn(await call("getAccount", {}, options)),
    ),
    /** What a cluster can consist of, to be searched with `valuesIn`. */
    clusterOptions: hint("reading the cluster options", (options) => call("listClusterOptions", {}, options)),
  };
}

function hint<T>(
  doing: string,
  read: (options: CallOptions) => Promise<T | null>,
): (options: CallOptions) => Promise<T | null> {
  let known: { readonly hint: T | null } | { readonly failure: unknown } | null = null;
  const join = shared(doing, async (signal) => {
    try {
      known = { hint: await read({ signal, repeats: HINT_REPEATS }) };
    } catch (error) {
      // A stop says nothing about the service; every other failure does.
      if (!(error instanceof Interrupted)) known = { failure: error };
    }
  });
  return async ({ signal }) => {
    if (known === null) await join(signal).catch(() => undefined);
    if (known === null) return null;
    if ("failure" in known) throw known.failure;
    return known.hint;
  };
}
