import { type Client, type ClientOptions, createClient } from "../../../src/client";
import type { Log } from "../../../src/http/exchange";
import { Secrets } from "../../../src/redaction";
import { TestClock } from "./clock";
import { type Handler, ScriptedTransport } from "./transport";

export const KEY = "mgmt-key-0123456789abcdef";
export const BASE_URL = "https://search.example/api/v1";

export interface LogEntry {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that records its entries. */
export function memoryLog(): Log & { readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const at =
    (level: string): Log["info"] =>
    (message, fields = {}) => {
      entries.push({ level, message, fields });
    };
  return { entries, debug: at("debug"), info: at("info"), warn: at("warn") };
}

export interface Bench {
  readonly client: Client;
  readonly clock: TestClock;
  readonly transport: ScriptedTransport;
  readonly log: ReturnType<typeof memoryLog>;
  /** The secrets that are redacted in everything that leaves the process. */
  readonly secrets: Secrets;
}

/** Creates a client of a scripted service, on a clock of its own; `random` is always 0. */
export function bench(
  handler: Handler,
  options: Partial<ClientOptions> & { readonly clock?: TestClock } = {},
): Bench {
  const { clock = new TestClock(), ...given } = options;
  const transport = new ScriptedTransport(handler);
  const log = memoryLog();
  const secrets = new Secrets();
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: KEY,
    dialect: "search-cloud",
    pollInterval: 60_000,
    requestsPerMinute: 0,
    log,
    secrets,
    ...given,
    dependencies: { transport, clock, random: () => 0 },
  });
  return { client, clock, transport, log, secrets };
}

/** Returns a signal that is never aborted. */
export const never = () => new AbortController().signal;

/** Returns the error that a promise rejects with; fails if it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It should have failed");
}
