import { type EmulatorServer, startEmulatorServer } from "../../../src/emulator";
import { Core } from "../../support/core/core";
import type { CoreVersion } from "../../support/core/versions";
import { NODE_KEY, OPTIONS } from "../support";

/** One emulated account, and a Terraform of one version that starts the shipped provider. */
export interface Account {
  readonly emulator: EmulatorServer;
  readonly core: Core;
  /** Returns the write requests since the last call, such as `POST /clusters`. */
  writes(): string[];
}

/** Creates an account and a Terraform for all tests of the surrounding `describe`. */
export function oneAccount(
  version: CoreVersion,
  prepare?: (emulator: EmulatorServer) => unknown,
  env: NodeJS.ProcessEnv = {},
): Account {
  const on = {} as { -readonly [K in keyof Account]: Account[K] };
  beforeAll(async () => {
    on.emulator = await startEmulatorServer(OPTIONS);
    on.core = new Core({ version, env: { ...environmentOf(on.emulator), ...env } });
    await prepare?.(on.emulator);
  });
  afterAll(() => on.emulator.close());
  on.writes = () => {
    const written = on.emulator.journal().filter(({ method }) => method !== "GET");
    on.emulator.clearJournal();
    return written.map(({ method, path }) => `${method} ${path}`);
  };
  return on;
}

/** The provider's environment for an emulator whose clock moves with each request. */
export function environmentOf({ key, baseUrl, nodeUrl }: EmulatorServer): NodeJS.ProcessEnv {
  return {
    SEARCHCLOUD_API_KEY: key,
    SEARCHCLOUD_BASE_URL: baseUrl,
    SEARCHCLOUD_NODE_URL: nodeUrl,
    SEARCHCLOUD_DATA_API_KEY: NODE_KEY,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
}
