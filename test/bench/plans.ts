import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulatorServer } from "../../src/emulator";
import { clusters, imports, seedOf } from "../support/fleet";
import { median, minutesOf, timed } from "./measure";
import { APPLY, INIT, install, PLAN, RECORDING, recorded, TERRAFORM, unlimited, write } from "./projects";

export const RUNS = 5;

/** `terraform plan` with the plugin as it ships, in processes of its own, after the clusters were taken over by import. */
export async function planRow(plugin: string, size: number, latency?: number): Promise<(string | number)[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = await startEmulatorServer({ seed: seedOf(size) });
  try {
    const usage = join(folder, "usage");
    const env = unlimited(emulator);
    const ours = join(folder, "clusters");
    await imported(ours, plugin, size, env);
    mkdirSync(usage);
    if (latency) emulator.addFault({ effect: { kind: "delay", milliseconds: latency } });
    emulator.clearJournal();
    const measured = {
      ...env,
      ...RECORDING,
      BENCH_USAGE: usage,
    };
    const data = join(folder, "data");
    await withoutPlugin(data, size);
    const [plans, others]: [number[], number[]] = [[], []];
    // In turn, so that both meet the machine's slow moments.
    for (let run = 0; run < RUNS; run += 1) {
      plans.push(await timed(TERRAFORM, [...PLAN, "-detailed-exitcode"], ours, measured));
      others.push(await timed(TERRAFORM, PLAN, data, {}));
    }
    const requests = emulator.journal().length / RUNS;
    const { cpu, memory } = recorded(usage);
    return [
      size,
      requests,
      minutesOf(requests),
      size,
      minutesOf(size),
      median(plans).toFixed(2),
      median(others).toFixed(2),
      (median(plans) / median(others)).toFixed(1),
      (cpu / RUNS).toFixed(2),
      memory.toFixed(0),
    ];
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * `terraform plan` of one unchanged cluster with each of the plugins, in turn.
 * @returns seconds of every run, by plugin
 */
export async function plansInTurn(plugins: readonly string[], runs: number): Promise<number[][]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = await startEmulatorServer({ seed: seedOf(1) });
  try {
    const env = unlimited(emulator);
    const projects = plugins.map((plugin, at) => ({ plugin, root: join(folder, String(at)) }));
    const times = projects.map((): number[] => []);
    for (const { plugin, root } of projects) {
      await imported(root, plugin, 1, env);
      await timed(TERRAFORM, PLAN, root, env);
    }
    for (let run = 0; run < runs; run += 1)
      for (const [at, { root }] of projects.entries())
        times[at]?.push(await timed(TERRAFORM, [...PLAN, "-detailed-exitcode"], root, env));
    return times;
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

/** A project with the plugin, to which the seeded clusters belong: the next plan is empty. */
async function imported(folder: string, plugin: string, size: number, env: NodeJS.ProcessEnv): Promise<void> {
  write(folder, clusters(size, imports(size)));
  install(plugin, folder);
  await timed(TERRAFORM, INIT, folder, env);
  await timed(TERRAFORM, APPLY, folder, env);
  write(folder, clusters(size));
}

async function withoutPlugin(folder: string, size: number): Promise<void> {
  write(folder, `resource "terraform_data" "it" {\n  count = ${size}\n  input = "n"\n}\n`);
  await timed(TERRAFORM, INIT, folder, {});
  await timed(TERRAFORM, APPLY, folder, {});
}
