import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { startEmulator } from "../../src/emulator";
import { pluginPath } from "../../src/install";
import { ADDRESS } from "../../src/provider/address";
import { coldStart, median, type Timed, timed } from "./measure";

const ROOT = resolve(__dirname, "../..");
const PLUGIN = join(ROOT, "dist/terraform-provider-searchcloud");
const SIZES = [1, 100, 1000];
const RUNS = 3;

/** What a plan costs, against the same number of resources that need no plugin. Prints tables; asserts nothing. */
async function bench(): Promise<void> {
  console.log("Cold start to the handshake, milliseconds (median of 15, NODE_EXTRA_CA_CERTS unset)\n");
  const bare = await coldStart(process.execPath, ["-e", "console.log(0)"]);
  const plugin = await coldStart(PLUGIN, []);
  console.log("| bare node | provider | difference |\n|---|---|---|");
  console.log(`| ${bare.toFixed(0)} | ${plugin.toFixed(0)} | ${(plugin - bare).toFixed(0)} |\n`);

  console.log(`terraform plan of N unchanged clusters (median of ${RUNS}), against N terraform_data\n`);
  console.log("| N | plan, s | terraform_data, s | requests | provider CPU, s | provider peak memory, MB |");
  console.log("|---|---|---|---|---|---|");
  for (const size of SIZES) console.log(await planRow(size));
}

async function planRow(size: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = await startEmulator({ rate: "off", clock: { mode: "real", speed: 100_000 } });
  try {
    const usage = join(folder, "usage");
    mkdirSync(usage);
    const env = {
      SEARCHCLOUD_BASE_URL: emulator.baseUrl,
      SEARCHCLOUD_API_KEY: emulator.key,
      SEARCHCLOUD_POLL_INTERVAL: "50ms",
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
      NODE_OPTIONS: `--require ${join(__dirname, "recordUsage.cjs")}`,
      BENCH_USAGE: usage,
    };
    const ours = join(folder, "clusters");
    prepare(ours, clusters(size));
    await timed("terraform", ["init", "-input=false"], ours, env);
    await timed("terraform", ["apply", "-input=false", "-auto-approve"], ours, env);
    emulator.clearJournal();
    rmSync(usage, { recursive: true });
    mkdirSync(usage);
    const plans = await repeat(() =>
      timed("terraform", ["plan", "-input=false", "-detailed-exitcode"], ours, env),
    );
    const requests = emulator.journal().length / RUNS;
    const { cpu, memory } = recorded(usage);

    const builtIn = join(folder, "data");
    prepare(builtIn, `resource "terraform_data" "it" {\n  count = ${size}\n  input = "n"\n}\n`);
    await timed("terraform", ["init", "-input=false"], builtIn, {});
    await timed("terraform", ["apply", "-input=false", "-auto-approve"], builtIn, {});
    const others = await repeat(() => timed("terraform", ["plan", "-input=false"], builtIn, {}));
    const seconds = (runs: readonly Timed[]) => median(runs.map((run) => run.seconds)).toFixed(2);
    return `| ${size} | ${seconds(plans)} | ${seconds(others)} | ${requests} | ${(cpu / RUNS).toFixed(2)} | ${memory.toFixed(0)} |`;
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

function clusters(size: number): string {
  return `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
resource "searchcloud_cluster" "it" {
  count   = ${size}
  name    = "bench-\${count.index}"
  memory  = "8_gb"
  vcpu    = "2_vcpus"
  regions = ["oregon"]
}
`;
}

function prepare(folder: string, configuration: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, "main.tf"), configuration);
  const target = pluginPath(folder, process.platform, process.arch);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(PLUGIN, target);
  chmodSync(PLUGIN, 0o755);
}

async function repeat(run: () => Promise<Timed>): Promise<Timed[]> {
  const runs: Timed[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(await run());
  return runs;
}

/** CPU seconds of all provider processes, and the peak memory of the largest, in megabytes. */
function recorded(folder: string): { readonly cpu: number; readonly memory: number } {
  const all = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as NodeJS.ResourceUsage,
  );
  return {
    cpu: all.reduce((sum, { userCPUTime, systemCPUTime }) => sum + (userCPUTime + systemCPUTime) / 1e6, 0),
    memory: Math.max(...all.map(({ maxRSS }) => maxRSS / 1024)),
  };
}

bench().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
