import { type Client, type ClientOptions, type Clock, createClient, systemClock } from "../../../src/client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator";
import { memoryLog } from "./client";
import { START } from "./clock";

/** Real time for the limits of a request, no time for the pauses between requests. */
const impatient: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms < 30_000 ? 0 : ms, signal),
};

export interface Bench {
  readonly client: Client;
  readonly emulator: Emulator;
  /** "METHOD /path" of every request. */
  journal(): string[];
}

/** Starts emulators with a client each; all are closed after the test. */
export function emulated() {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (options: EmulatorOptions = {}, given: Partial<ClientOptions> = {}): Promise<Bench> => {
    const emulator = await startEmulator({
      clock: { mode: "step", start: START, stepPerRequest: 30_000 },
      ...options,
    });
    const client = createClient({
      baseUrl: emulator.baseUrl,
      apiKey: emulator.key,
      dialect: "search-cloud",
      pollInterval: 1,
      requestsPerMinute: 0,
      log: memoryLog(),
      dependencies: { clock: impatient, random: () => 0 },
      ...given,
    });
    closers.push(client.close, emulator.close);
    return {
      client,
      emulator,
      journal: () => emulator.journal().map(({ method, path }) => `${method} ${path}`),
    };
  };
}
