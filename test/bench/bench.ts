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
import { type Emulator, startEmulator } from "../../src/emulator";
import { pluginPath } from "../../src/install";
import { ADDRESS } from "../../src/provider/address";
import { coldStart, median, type Timed, timed } from "./measure";
import { SMALL, STORIES, type Story } from "./stories";

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

  console.log("\nRequests of one terraform apply of an edit, against the fewest possible\n");
  console.log("| edit | requests | of these writes | polls | fewest | apply time over the change's own |");
  console.log("|---|---|---|---|---|---|");
  for (const story of STORIES) console.log(await storyRow(story));
}

/** A change takes ten minutes of a clock that runs sixty times as fast; a look every second. */
const CHANGE = { seconds: 600, speed: 60 };

async function storyRow({ name, before, after, fewest, waits }: Story): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = await startEmulator({
    rate: "off",
    clock: { mode: "real", speed: CHANGE.speed },
    assumptions: { change_seconds: CHANGE.seconds, provisioning_seconds: 60 },
  });
  try {
    const env = { ...accountOf(emulator), SEARCHCLOUD_POLL_INTERVAL: "1s" };
    const apply = ["apply", "-input=false", "-auto-approve"];
    const ours = join(folder, "cluster");
    prepare(ours, cluster(before.includes("perform_change_at") ? SMALL : before));
    await timed("terraform", ["init", "-input=false"], ours, env);
    await timed("terraform", apply, ours, env);
    writeFileSync(join(ours, "main.tf"), cluster(before));
    await timed("terraform", apply, ours, env);
    emulator.clearJournal();
    writeFileSync(join(ours, "main.tf"), cluster(after));
    const { seconds } = await timed("terraform", apply, ours, env);
    const entries = emulator.journal();
    const writes = entries.filter(({ method }) => method !== "GET").length;
    const polls = entries.filter(({ operation }) => operation === "getConfigurationChange").length;
    const ratio = waits ? (seconds / (CHANGE.seconds / CHANGE.speed)).toFixed(2) : "";
    return `| ${name} | ${entries.length} | ${writes} | ${polls} | ${fewest} | ${ratio} |`;
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

function cluster(lines: string): string {
  return `${REQUIRED}resource "searchcloud_cluster" "it" {\n  ${lines}\n  regions = ["oregon"]\n}\n`;
}

function accountOf({ baseUrl, key }: Emulator) {
  return { SEARCHCLOUD_BASE_URL: baseUrl, SEARCHCLOUD_API_KEY: key, SEARCHCLOUD_REQUESTS_PER_MINUTE: "0" };
}

async function planRow(size: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = await startEmulator({ rate: "off", clock: { mode: "real", speed: 100_000 } });
  try {
    const usage = join(folder, "usage");
    mkdirSync(usage);
    const env = {
      ...accountOf(emulator),
      SEARCHCLOUD_POLL_INTERVAL: "50ms",
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

const REQUIRED = `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
`;

function clusters(size: number): string {
  return `${REQUIRED}resource "searchcloud_cluster" "it" {
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
