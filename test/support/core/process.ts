import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createCertificate } from "../../../src/wire/process/certificate";
import type { ReattachEntry } from "../../../src/wire/process/reattach";
import { type Handshake, PluginClient, parseHandshake } from "../../wire/support/pluginClient";

/** A running provider and the channel to it. */
export interface Plugin {
  readonly client: PluginClient;
  /** Lines that the provider has written to standard error. Empty for a provider that is served by a test. */
  readonly log: readonly string[];
  /** Ends the provider as Terraform does. Rejects if it does not end with the code 0. */
  close(): Promise<void>;
  /** Ends the channel, as a Terraform that was killed. */
  abandon(): void;
}

const COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** Starts a provider with the environment that Terraform gives to a plugin, and connects to it by mutual TLS. */
export async function launchPlugin(command: string, env: NodeJS.ProcessEnv): Promise<Plugin> {
  const own = createCertificate(Date.now());
  const child = spawn(command, [], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...env,
      TF_PLUGIN_MAGIC_COOKIE: COOKIE,
      PLUGIN_MIN_PORT: "10000",
      PLUGIN_MAX_PORT: "25000",
      PLUGIN_PROTOCOL_VERSIONS: "5,6",
      PLUGIN_CLIENT_CERT: own.pem,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  createInterface(child.stderr).on("line", (line) => log.push(line));
  const closed = once(child, "close");
  const first = await Promise.race([once(createInterface(child.stdout), "line"), closed]);
  if (child.exitCode !== null)
    throw new Error(`the provider ended with ${child.exitCode}: ${log.join("\n")}`);
  const client = new PluginClient(parseHandshake(String(first[0])), own);
  const services = openServices(client);
  return {
    client,
    log,
    close: async () => {
      await client.call("GRPCController.shutdown").catch(() => undefined);
      services.close();
      client.close();
      const [code, signal] = await closed;
      if (code !== 0) throw new Error(`the provider ended with ${code ?? signal}: ${log.join("\n")}`);
    },
    abandon: () => {
      services.close();
      client.close();
    },
  };
}

/** Connects to a provider that a test serves, by an entry of TF_REATTACH_PROVIDERS. */
export function attachPlugin({ Addr }: ReattachEntry): Plugin {
  const handshake: Handshake = { network: Addr.Network, address: Addr.String };
  const client = new PluginClient(handshake);
  const services = openServices(client);
  const end = () => {
    services.close();
    client.close();
  };
  return { client, log: [], close: async () => end(), abandon: end };
}

/** Opens the streams that Terraform opens on the connection of every plugin. */
function openServices(client: PluginClient) {
  const streams = [client.stream("GRPCStdio.streamStdio"), client.duplex("GRPCBroker.startStream")];
  for (const stream of streams) stream.on("error", () => undefined).resume();
  return {
    close: () => {
      for (const stream of streams) stream.cancel();
    },
  };
}
