import type { Client } from "../../../../src/client";
import type { Preflight } from "../../../../src/provider/shared/preflight/hint";
import { serviceOf } from "../../../../src/provider/shared/service";

interface Warning {
  readonly summary: string;
  readonly detail: string;
  readonly path: unknown;
}

interface FakePreflight extends Preflight {
  readonly warnings: readonly Warning[];
  readonly errors: readonly Warning[];
}

/** Returns a plan for an account with these readable values, and a clock on which no time passes. */
export function preflightOf(
  client: Partial<Client> | undefined,
  signal = new AbortController().signal,
  strictOptions = false,
): FakePreflight {
  const [warnings, errors]: [Warning[], Warning[]] = [[], []];
  const fake = { clock: { now: () => 0, sleep: () => new Promise(() => {}) }, ...client };
  return {
    service: serviceOf({ strictOptions, ...(client && { client: fake as Client }) }),
    signal,
    warn: (summary, detail, path) => void warnings.push({ summary, detail, path }),
    error: (summary, detail, path) => void errors.push({ summary, detail, path }),
    warnings,
    errors,
  };
}

/** Returns a plan with a key of these capabilities; null if the account does not report them. */
export const allowing = (granted: readonly string[] | null) =>
  preflightOf({ capabilities: async () => granted });

/** Returns a plan with these cluster options; null if they cannot be read. */
export const listing = (options: Record<string, unknown> | null, strictOptions = false) =>
  preflightOf({ clusterOptions: async () => options }, undefined, strictOptions);
