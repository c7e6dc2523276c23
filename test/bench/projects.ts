import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import type { EmulatorServer } from "../../src/emulator";
import { pluginPath } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { terraformPath } from "../support/run";

/** Projects in which the real terraform runs the plugin as it ships, in processes of its own. */
export const TERRAFORM = terraformPath();

export const INIT = ["init", "-input=false"];
export const APPLY = ["apply", "-input=false", "-auto-approve"];
export const PLAN = ["plan", "-input=false"];

/** Beside BENCH_USAGE, a folder: every process of Node writes down there what it has used. */
export const RECORDING = { NODE_OPTIONS: `--require ${join(__dirname, "recordUsage.cjs")}` };

/** The settings of a provider that no limit of its own holds up. */
export function unlimited({ baseUrl, key }: Pick<EmulatorServer, "baseUrl" | "key">): NodeJS.ProcessEnv {
  return {
    SEARCHCLOUD_BASE_URL: baseUrl,
    SEARCHCLOUD_API_KEY: key,
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
}

export function write(folder: string, configuration: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "main.tf"), configuration);
}

export function install(plugin: string, folder: string): void {
  const target = pluginPath(folder, { address: ADDRESS, version });
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(plugin, target);
  chmodSync(plugin, 0o755);
}

/** CPU seconds of all provider processes, and the peak memory of the largest, in megabytes. */
export function recorded(folder: string): { readonly cpu: number; readonly memory: number } {
  const all = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as NodeJS.ResourceUsage,
  );
  return {
    cpu: all.reduce((sum, { userCPUTime, systemCPUTime }) => sum + (userCPUTime + systemCPUTime) / 1e6, 0),
    memory: Math.max(...all.map(({ maxRSS }) => maxRSS / 1024)),
  };
}
