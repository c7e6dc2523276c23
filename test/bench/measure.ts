import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, createCertificate } from "../../src/wire/process/certificate";
import { cleanEnvironment, start } from "../support/run";

/** Requests that the service allows a key in a minute. */
export const RATE = 30;

/** Minutes that so many requests take when nothing but the budget holds them up: the first minute's worth leaves at once. */
export function minutesOf(requests: number): number {
  return Math.max(0, Math.ceil(requests / RATE) - 1);
}

/** The code cache of the measured plugins, so that the user's cache does not change. */
const CACHE = mkdtempSync(join(tmpdir(), "bench-cache-"));
process.once("exit", () => rmSync(CACHE, { recursive: true, force: true }));

/** The environment without settings that slow down Node on some machines. */
function quiet(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return cleanEnvironment({
    // As a user's Terraform runs.
    GOGC: undefined,
    GOMEMLIMIT: undefined,
    NODE_OPTIONS: undefined,
    NODE_EXTRA_CA_CERTS: undefined,
    XDG_CACHE_HOME: CACHE,
    ...env,
  });
}

/** Seconds that a command takes. @throws when it fails. */
export async function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const begin = performance.now();
  const { code, output } = await start(command, args, cwd, quiet(env)).finished;
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit ${code}\n${output}`);
  return (performance.now() - begin) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds from the start of a process to its first line, as Terraform would start it; after one start that fills the code cache. */
export async function coldStarts(
  commands: readonly (readonly string[])[],
  runs = 15,
  more: NodeJS.ProcessEnv = {},
): Promise<number[]> {
  const env = launched(createCertificate(Date.now()), more);
  const times = commands.map((): number[] => []);
  for (let run = 0; run <= runs; run += 1)
    for (const [at, [command = "", ...args]] of commands.entries()) {
      const begin = performance.now();
      const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"] });
      await once(child.stdout, "data");
      if (run > 0) times[at]?.push(performance.now() - begin);
      child.kill("SIGTERM");
      await once(child, "close");
    }
  return times.map(median);
}

/** The environment in which Terraform starts a plugin. */
export function launched({ pem }: Certificate, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return quiet({
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_CLIENT_CERT: pem,
    ...more,
  });
}
