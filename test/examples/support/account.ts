import { type Emulator, startEmulator } from "../../../src/emulator";

/** An emulated account whose clock brings a cluster up in a moment. */
export function account(): Promise<Emulator> {
  return startEmulator({ clock: { mode: "real", speed: 6000 } });
}

/** What leads the provider to an account. */
export function environmentOf({ baseUrl, key }: Pick<Emulator, "baseUrl" | "key">): Record<string, string> {
  return {
    SEARCHCLOUD_BASE_URL: baseUrl,
    SEARCHCLOUD_API_KEY: key,
    SEARCHCLOUD_POLL_INTERVAL: "20ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
}

/** The requests that could change something, without the ids of clusters. */
export function writes(emulator: Emulator): string[] {
  return emulator
    .journal()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path.replace(/^\/clusters\/[^/]+/, "/clusters/{id}")}`);
}

/** The names of the clusters that are there. */
export function running(emulator: Emulator): (string | null)[] {
  const clusters = emulator.state().clusters.filter(({ status }) => status === "in_service");
  return clusters.map(({ name }) => name).sort();
}
