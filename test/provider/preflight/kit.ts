import type { Client } from "../../../src/client";
import type { Preflight } from "../../../src/provider/preflight/hint";
import { serviceOf } from "../../../src/provider/service";

interface Warning {
  readonly summary: string;
  readonly detail: string;
  readonly path: unknown;
}

interface FakePreflight extends Preflight {
  readonly warnings: readonly Warning[];
}

/** A plan over an account of which this can be read; a clock on which no time passes. */
export function preflightOf(
  client: Partial<Client> | undefined,
  signal = new AbortController().signal,
): FakePreflight {
  const warnings: Warning[] = [];
  const fake = { clock: { now: () => 0, sleep: () => new Promise(() => {}) }, ...client };
  return {
    service: serviceOf(client ? { client: fake as Client } : {}),
    signal,
    warn: (summary, detail, path) => void warnings.push({ summary, detail, path }),
    warnings,
  };
}

/** A plan whose key may do this; null: the account does not say. */
export const allowing = (granted: readonly string[] | null) =>
  preflightOf({ capabilities: async () => granted });

/** A plan over these cluster options; null: they cannot be read. */
export const listing = (options: Record<string, unknown> | null) =>
  preflightOf({ clusterOptions: async () => options });
