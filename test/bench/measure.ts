import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../src/wire/process/certificate";

export interface Timed {
  readonly seconds: number;
}

/** Runs a command in the clean environment of a measurement. @throws when it fails. */
export async function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Timed> {
  const begin = performance.now();
  const child = spawn(command, [...args], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: exit ${status}\n${output}`);
  return { seconds: (performance.now() - begin) / 1000 };
}

/** What slows every start of Node on some machines, or belongs to the user's Terraform, stays outside. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TF_|SEARCHCLOUD_|NODE_)/.test(name));
  return { ...Object.fromEntries(kept), CHECKPOINT_DISABLE: "1", XDG_CACHE_HOME: CACHE };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds from the start of a process to its first line, as Terraform would start it; after one start that fills the code cache. */
export async function coldStarts(commands: readonly (readonly string[])[], runs = 15): Promise<number[]> {
  const times = commands.map((): number[] => []);
  for (let run = 0; run <= runs; run += 1)
    for (const [at, [command = "", ...args]] of commands.entries()) {
      const begin = performance.now();
      const child = spawn(command, args, { env: pluginEnvironment(), stdio: ["ignore", "pipe", "ignore"] });
      await once(child.stdout, "data");
      if (run > 0) times[at]?.push(performance.now() - begin);
      child.kill("SIGTERM");
      await once(child, "close");
    }
  return times.map(median);
}

/** Where the measured plugins leave what they compiled; the user's own cache stays as it is. */
export const CACHE = mkdtempSync(join(tmpdir(), "bench-cache-"));
process.once("exit", () => rmSync(CACHE, { recursive: true, force: true }));

function pluginEnvironment(): NodeJS.ProcessEnv {
  return {
    ...cleanEnvironment(),
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_CLIENT_CERT: CLIENT_CERTIFICATE,
  };
}

const CLIENT_CERTIFICATE = createCertificate(Date.now()).pem;
