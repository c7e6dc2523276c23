import { createClient } from "../../src/client";
import { createNodesClient } from "../../src/dataPlane";
import {
  type EmulatorServer,
  type EmulatorServerOptions,
  type SeedBody,
  startEmulatorServer,
} from "../../src/emulator";
import { type Service, serviceOf } from "../../src/provider/shared/service";
import { hastyClock } from "../support/hastyClock";
import { collectLog, type LogLine } from "../support/log";

export interface NodesAccount {
  readonly emulator: EmulatorServer;
  readonly service: Service;
  /** The log lines of the clients. */
  readonly lines: readonly LogLine[];
  /** Returns the write requests to nodes, by operation, since the last call. */
  wrote(): string[];
  close(): Promise<void>;
}

/** Creates an emulated account with the provider's clients in this process; the provider has the key of cluster c-1. */
export async function nodesAccount(
  seed: SeedBody = { clusters: [{ id: "c-1" }] },
  given: EmulatorServerOptions = {},
  pollInterval = 1,
): Promise<NodesAccount> {
  const emulator = await startEmulatorServer({ ...given, seed });
  const { log, lines } = collectLog();
  const options = { dialect: "search-cloud", env: {}, log, dependencies: { clock: hastyClock() } } as const;
  const client = createClient({
    ...options,
    apiKey: emulator.key,
    baseUrl: emulator.baseUrl,
    pollInterval,
    requestsPerMinute: 0,
  });
  const nodes = createNodesClient(options);
  const { admin_key } = await client.issueApiKeys("c-1", { signal: new AbortController().signal });
  const service = serviceOf({
    client,
    nodes: async () => nodes,
    nodeUrl: emulator.nodeUrl,
    dataApiKey: { value: admin_key, origin: "data_api_key of the provider" },
  });
  emulator.clearJournal();
  return {
    emulator,
    service,
    lines,
    wrote() {
      const writes = emulator.journal().filter(({ method }) => method !== "GET");
      emulator.clearJournal();
      return writes.map(({ operation }) => operation ?? "");
    },
    async close() {
      await Promise.all([client.close(), nodes.close(), emulator.close()]);
    },
  };
}
