import { type EmulatorServer, type EmulatorServerOptions, startEmulatorServer } from "../../src/emulator";
import type { OpenService } from "../../src/provider/configure";
import { searchcloud } from "../../src/provider/provider";
import { providerSchema } from "../../src/provider/settings";
import type { Service } from "../../src/provider/shared/service";
import { Secrets } from "../../src/redaction";
import { hastyClock } from "../support/hastyClock";
import { collectLog } from "../support/log";

/** An emulated account with a cluster shop1, its nodes, and the provider as it is configured for them. */
export interface Emulated {
  readonly emulator: EmulatorServer;
  readonly service: Service;
  /** Returns the provider in another process, without earlier reads. @param dataApiKey @default none */
  configured(dataApiKey?: string): Promise<Service>;
  /** A key to all data of the cluster. */
  readonly key: string;
  /** Sends one request to a node, and returns the body as a string. */
  node(method: string, path: string, body?: unknown): Promise<string>;
  /** Returns the requests to nodes since the last call, by operation. */
  requests(): (string | null)[];
  close(): Promise<void>;
}

export async function emulated(options: EmulatorServerOptions = {}): Promise<Emulated> {
  const emulator = await startEmulatorServer({ seed: { clusters: [{ id: "shop1" }] }, ...options });
  const env = {
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
  const nothing = Object.fromEntries(Object.keys(providerSchema).map((name) => [name, null]));
  const services: OpenService[] = [];
  async function configured(dataApiKey?: string): Promise<Service> {
    const keys = dataApiKey === undefined ? {} : { SEARCHCLOUD_DATA_API_KEY: dataApiKey };
    const provider = searchcloud({ ...env, ...keys }, { clock: hastyClock() });
    const context = {
      log: collectLog().log,
      warn: () => undefined,
      terraformVersion: "1.11.4",
      secrets: new Secrets(),
      defer: () => undefined,
    };
    const made = (await provider.configure(nothing, context)) as OpenService;
    services.push(made);
    return made;
  }
  const service = await configured();
  const { client } = service;
  if (!client) throw new Error("not configured");
  const { signal } = new AbortController();
  const { admin_key: key } = await client.issueApiKeys("shop1", { signal });
  const [cluster] = (await client.clusterListing({ maxAge: 0, signal })).clusters;
  const url = emulator.nodeUrl.replace("{hostname}", cluster?.hostnames?.nodes?.[0] ?? "");
  return {
    emulator,
    service,
    configured,
    key,
    async node(method, path, body) {
      const init = {
        method,
        headers: { "x-search-api-key": key },
        body: body === undefined ? null : JSON.stringify(body),
      };
      const answer = await fetch(`${url}${path}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text;
    },
    requests() {
      const all = emulator.journal().filter(({ path }) => path.startsWith("/nodes/"));
      emulator.clearJournal();
      return all.map(({ operation }) => operation);
    },
    async close() {
      for (const made of services) await made.close();
      await emulator.close();
    },
  };
}
