import { capabilitiesIn } from "../../api/openRecords";
import type { OpenRecord } from "../../api/records";
import { Interrupted } from "../clock";
import type { CallOptions, Operations } from "../request/operations";
import { shared } from "./shared";

/** The cluster options as the service answers them: a JSON object whose fields are not documented. */
export type OptionsRecord = OpenRecord;

/**
 * What only hints depend on. Each is read once and shared; a failure is no error and reads as null, also for a caller
 * that is stopped.
 */
export interface Hints {
  /** What the key may do; null when that cannot be told. */
  capabilities(options: CallOptions): Promise<readonly string[] | null>;
  /** What a cluster can consist of, to be searched with `valuesIn`; null when it could not be read. */
  clusterOptions(options: CallOptions): Promise<OptionsRecord | null>;
}

export function createHints(operations: Pick<Operations, "getAccount" | "listClusterOptions">): Hints {
  return {
    capabilities: hint("reading the account", async (signal) =>
      capabilitiesIn(await operations.getAccount({}, { signal })),
    ),
    clusterOptions: hint("reading the cluster options", (signal) =>
      operations.listClusterOptions({}, { signal }),
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
