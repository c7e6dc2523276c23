import { existsSync, readdirSync, writeFileSync } from "node:fs";
import type { EmulatorServer } from "../../../src/emulator";
import { type RunOptions, run } from "../support";

/** The settings of a command over an emulator. */
export function environmentOf(emulator: EmulatorServer): Record<string, string> {
  return {
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
}

/** Runs `searchcloud adopt` over an emulator, into a folder. */
export function adoptInto(
  emulator: EmulatorServer,
  out: string,
  words: readonly string[],
  { env = {}, ...options }: RunOptions = {},
) {
  const plugin = `${out}.plugin`;
  writeFileSync(plugin, "plugin");
  const given = { PATH: process.env.PATH, ...environmentOf(emulator), ...env };
  return run(["adopt", "--out", out, ...words], { env: given, plugin, ...options });
}

/** Returns the names in a folder, without the files of the plugin. */
export function visible(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => !/^(terraform\.d|\.terraform)/.test(name))
    : [];
}
