import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { startEmulatorServer } from "../../src/emulator";
import { encodeRecord } from "../../src/framework/rpc/values";
import { accountData } from "../../src/provider/dataSources/account";
import { providerSchema as settings } from "../../src/provider/settings";
import { createCertificate } from "../../src/wire/process/certificate";
import { PluginClient, parseHandshake } from "../wire/support/pluginClient";
import { launched, median } from "./measure";

const RUNS = 9;

/** Milliseconds between the answer to Terraform's last call and the exit of a process that has sent one request. */
export async function exitMs(plugin: string): Promise<number> {
  const emulator = await startEmulatorServer();
  try {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const took = await exitOnce(plugin, { baseUrl: emulator.baseUrl, key: emulator.key });
      // The first run fills the code cache.
      if (run > 0) times.push(took);
    }
    return median(times);
  } finally {
    await emulator.close();
  }
}

async function exitOnce(plugin: string, account: { readonly baseUrl: string; readonly key: string }) {
  const certificate = createCertificate(Date.now());
  const env = launched(certificate, {
    SEARCHCLOUD_BASE_URL: account.baseUrl,
    SEARCHCLOUD_API_KEY: account.key,
  });
  const child = spawn(plugin, [], { env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const [line] = await once(createInterface(child.stdout), "line");
  const client = new PluginClient(parseHandshake(line), certificate);
  const nothing = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const config = encodeRecord(settings, nothing(settings));
  await client.call("Provider.configureProvider", { config });
  const { name, schema } = accountData;
  const typeName = `searchcloud_${name}`;
  await client.call("Provider.readDataSource", { typeName, config: encodeRecord(schema, nothing(schema)) });
  await client.call("GRPCController.shutdown");
  const begin = performance.now();
  client.close();
  await ended;
  return performance.now() - begin;
}
