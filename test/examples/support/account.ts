import { type ClusterSeedBody, type EmulatorServer, startEmulatorServer } from "../../../src/emulator";
import { ADDRESS } from "../../../src/provider/address";
import { searchcloud } from "../../../src/provider/provider";
import { hastyClock } from "../../support/hastyClock";
import { reattached } from "../../support/terraform";

/** An emulated account whose clock starts a cluster at once. */
export function account(): Promise<EmulatorServer> {
  return startEmulatorServer({ clock: { mode: "real", speed: 6000 } });
}

/** Returns the environment variables that point the provider to an account. */
export function environmentOf({
  baseUrl,
  key,
  nodeUrl,
}: Pick<EmulatorServer, "baseUrl" | "key" | "nodeUrl">): Record<string, string> {
  return {
    SEARCHCLOUD_BASE_URL: baseUrl,
    SEARCHCLOUD_API_KEY: key,
    SEARCHCLOUD_NODE_URL: nodeUrl,
    SEARCHCLOUD_POLL_INTERVAL: "20ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
}

/** The requests that could change something, without the ids of clusters. */
export function writes(emulator: EmulatorServer): string[] {
  return emulator
    .journal()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/^\/clusters\/[^/]+/, "/clusters/{id}")}`);
}

/** Returns the names of the existing clusters. */
export function running(emulator: EmulatorServer): (string | null)[] {
  const clusters = emulator.state().clusters.filter(({ status }) => status === "in_service");
  return clusters.map(({ name }) => name).sort();
}

/** An emulated account, and the provider in this process. */
export interface SteppedAccount {
  readonly emulator: EmulatorServer;
  /** Environment variables that point terraform to the provider. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** The invoice of October, as the emulator numbers it. */
export const DUE_INVOICE = "79a7hpr9f3wdrlq4";

/**
 * An emulated account with these clusters, at midnight before Friday, 2026-11-20. Each request takes ten seconds:
 * waits end at once, and no maintenance window of the examples opens.
 */
export function steppedEmulator(clusters: ClusterSeedBody[] = []): Promise<EmulatorServer> {
  return startEmulatorServer({
    clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 10_000 },
    seed: { clusters },
  });
}

/** Sends the request of a curl command in a guide to an emulator. */
export async function sendCurl({ baseUrl }: EmulatorServer, command = ""): Promise<void> {
  const [, method = "", path = "", body = ""] =
    /^curl -X (\w+) http:\/\/127\.0\.0\.1:8700(\/control\/\S+) -H 'content-type: application\/json' -d '(.*)'$/.exec(
      command,
    ) ?? [];
  const headers = { "content-type": "application/json" };
  const { ok } = await fetch(new URL(path, baseUrl), { method, headers, body });
  expect([command, ok]).toEqual([command, true]);
}

/** A {@link steppedEmulator}, and the provider in this process. */
export async function steppedAccount(
  clusters: ClusterSeedBody[],
  more: Record<string, string> = {},
): Promise<SteppedAccount> {
  const emulator = await steppedEmulator(clusters);
  const settings = { SEARCHCLOUD_POLL_INTERVAL: "1ms", SEARCHCLOUD_ALLOW_DUPLICATE_NAMES: "true", ...more };
  const provider = searchcloud({ ...environmentOf(emulator), ...settings }, { clock: hastyClock() });
  const { env, close } = await reattached(provider, ADDRESS);
  return {
    emulator,
    env,
    close: async () => {
      await close();
      await emulator.close();
    },
  };
}
