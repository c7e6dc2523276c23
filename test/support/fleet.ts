import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "../../src/emulator";
import { ADDRESS } from "../../src/provider/address";
import { searchcloud } from "../../src/provider/provider";
import { QuietTime } from "./quietTime";
import { reattached } from "./reattach";
import { Workspace } from "./terraform";

/** 2026-11-20T00:00:00Z. */
const START = Date.UTC(2026, 10, 20);

/** Many clusters in one configuration, with the real terraform. Provider and emulator run in this process and share a clock. */
export interface Fleet {
  readonly emulator: EmulatorServer;
  readonly workspace: Workspace;
  readonly time: QuietTime;
  /** The number of requests by operation since the last call. */
  requests(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** @param settings of the provider, as environment variables */
export async function fleet(
  options: Omit<EmulatorServerOptions, "clock">,
  settings: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const time = new QuietTime(START);
  const emulator = await startEmulatorServer({ ...options, clock: time.emulator });
  const environment = {
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    ...settings,
  };
  // No jitter: what is counted is the same in every run.
  const dependencies = { clock: time, transport: time.transport(), random: () => 0 };
  const provider = time.watching(searchcloud(environment, dependencies));
  const served = await reattached(provider, ADDRESS, { now: () => time.now() });
  const workspace = await Workspace.create(served.env);
  return {
    emulator,
    workspace,
    time,
    requests() {
      const counts: Record<string, number> = {};
      for (const { operation } of emulator.journal()) {
        const name = operation ?? "unknown";
        counts[name] = (counts[name] ?? 0) + 1;
      }
      emulator.clearJournal();
      return counts;
    },
    async close() {
      await workspace.remove();
      await served.close();
      time.stop();
      await emulator.close();
    },
  };
}

/** All requests of {@link Fleet.requests}. */
export function total(requests: Readonly<Record<string, number>>): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}

/** The head of a configuration, with the source of the provider. */
export const REQUIRED = `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
`;

/** A configuration of one resource block; `lines` are the inside of a small cluster beyond its size and place. */
export function configuration(lines: string, more = ""): string {
  return `${REQUIRED}
resource "searchcloud_cluster" "it" {
  ${lines}
  regions = ["oregon"]
}
${more}`;
}

const SMALL = 'memory = "0.5_gb"\n  vcpu = "2_vcpus_1_hr_burst_per_day"';

/** The given number of clusters, which {@link seedOf} adds to the account, or an apply creates. */
export function clusters(count: number, more = ""): string {
  return configuration(`count = ${count}\n  name = "products-\${count.index}"\n  ${SMALL}`, more);
}

/** The blocks that import the seeded clusters. */
export function imports(count: number): string {
  const block = (number: number) =>
    `import {\n  to = searchcloud_cluster.it[${number}]\n  id = "seeded-${number}"\n}\n`;
  return Array.from({ length: count }, (_, number) => block(number)).join("");
}

/** The clusters of {@link clusters} as existing ones in the account. */
export function seedOf(count: number) {
  return {
    clusters: Array.from({ length: count }, (_, number) => ({
      id: `seeded-${number}`,
      name: `products-${number}`,
    })),
  };
}
