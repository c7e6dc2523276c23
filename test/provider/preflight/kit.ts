import type { Client } from "../../../src/client";
import type { Preflight } from "../../../src/provider/preflight/hint";

export interface Warning {
  readonly summary: string;
  readonly detail: string;
  readonly path: unknown;
}

export interface FakePreflight extends Preflight {
  readonly said: readonly Warning[];
}

/** A plan over an account of which these things can be read; a clock on which no time passes. */
export function preflightOf(
  client: Partial<Client> | undefined,
  signal = new AbortController().signal,
): FakePreflight {
  const said: Warning[] = [];
  const fake = { clock: { now: () => 0, sleep: () => new Promise(() => {}) }, ...client };
  return {
    service: {
      ...(client && { client: fake as Client }),
      allowDuplicateNames: false,
      names: new Set(),
    },
    signal,
    warn: (summary, detail, path) => void said.push({ summary, detail, path }),
    said,
  };
}

/** A plan whose key may do this; null: the account does not say. */
export const allowing = (granted: readonly string[] | null) =>
  preflightOf({ capabilities: async () => granted });

/** A plan over these cluster options; null: they cannot be read. */
export const listing = (options: Record<string, unknown> | null) =>
  preflightOf({ clusterOptions: async () => options });
