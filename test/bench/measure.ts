import { spawn } from "node:child_process";
import { once } from "node:events";
import { createCertificate } from "../../src/wire/process/certificate";
import { cleanEnvironment, start } from "../support/run";

/** Requests that the service allows a key in a minute. */
export const RATE = 30;

/** Minutes that so many requests take when nothing but the budget holds them up: the first minute's worth leaves at once. */
export function minutesOf(requests: number): number {
  return Math.max(0, Math.ceil(requests / RATE) - 1);
}

/** What slows every start of Node on some machines stays outside. */
const QUIET = { NODE_OPTIONS: undefined, NODE_EXTRA_CA_CERTS: undefined };

/** Seconds that a command takes. @throws when it fails. */
export async function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const begin = performance.now();
  const { code, output } = await start(command, args, cwd, cleanEnvironment({ ...QUIET, ...env })).finished;
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit ${code}\n${output}`);
  return (performance.now() - begin) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds from the start of a process to its first line, as Terraform would start it. */
export async function coldStart(command: string, args: readonly string[]): Promise<number> {
  const env = cleanEnvironment({
    ...QUIET,
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    PLUGIN_CLIENT_CERT: createCertificate(Date.now()).pem,
  });
  const times: number[] = [];
  for (let run = 0; run < 15; run += 1) {
    const begin = performance.now();
    const child = spawn(command, [...args], { env, stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    times.push(performance.now() - begin);
    child.kill("SIGKILL");
    await once(child, "close");
  }
  return median(times);
}
