import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Emulator, type JournalEntry, startEmulator } from "../emulator";

const ROOT = resolve(__dirname, "../..");
const EXAMPLE = join(ROOT, "examples/quickstart");
const FOLDER = join(ROOT, ".demo");
const CDKTF = join(ROOT, "node_modules/cdktf-cli/bundle/bin/cdktf.js");
const TERRAFORM = process.env.TERRAFORM_BINARY_NAME || "terraform";
/** How many times as fast as real time the emulator's clock runs: a cluster is in service after half a second. */
const SPEED = 600;

const USAGE = `Usage: npm run demo [-- --no-build]

Deploys examples/quickstart to the emulator, changes it, and destroys it again.
--no-build uses the provider and the constructs of the last build, in dist.
`;

/** A step of the demo failed; the message is for the person at the terminal. */
class DemoFailure extends Error {}

/** The main job from end to end, on the emulator: deploy, no changes, rename, drift, destroy. */
async function demo(words: readonly string[]): Promise<void> {
  if (words.some((word) => word !== "--no-build")) throw new DemoFailure(USAGE);
  await promisify(execFile)(TERRAFORM, ["version"]).catch(() => {
    throw new DemoFailure(
      `There is no "${TERRAFORM}" to run. Install Terraform 1.8 or later (https://developer.hashicorp.com/terraform/install), or ` +
        "OpenTofu (https://opentofu.org/docs/intro/install/) and set TERRAFORM_BINARY_NAME=tofu. Then run this again.",
    );
  });
  if (!words.includes("--no-build")) {
    say("Building the provider and the constructs");
    await shown("npm", ["run", "build"], ROOT);
  }
  prepareFolder();
  const emulator = await startEmulator({ rate: "30/60", clock: { mode: "real", speed: SPEED } });
  try {
    await story(emulator);
    say("The requests to the management API");
    process.stdout.write(journalTable(emulator.journal()));
  } finally {
    await emulator.close();
  }
}

/** A copy of the quickstart that the demo can edit; it is left behind for inspection. */
function prepareFolder(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const file of ["main.ts", "cdktf.json"]) {
    writeFileSync(join(FOLDER, file), readFileSync(join(EXAMPLE, file)));
  }
  // Without one of its own, the copy would take the checkout's, which leads to the sources instead of the package.
  writeFileSync(join(FOLDER, "tsconfig.json"), "{}\n");
}

async function story(emulator: Emulator): Promise<void> {
  const env = environment({
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_POLL_INTERVAL: "200ms",
    // The emulator's clock is fast, and with it the limit that it keeps; ours would count real minutes.
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  });
  const cdktf = (...args: string[]) => shown(process.execPath, [CDKTF, ...args], FOLDER, env);
  const deploy = () => cdktf("deploy", "--auto-approve", "--outputs-file", "outputs.json");
  // The program is the one that was just deployed: to synthesize it again would take most of the time.
  const checkPlan = async (...expected: string[]) => {
    await cdktf("diff", "--skip-synth");
    const found = await plannedActions();
    const words = (actions: readonly string[]) => actions.join(", ") || "nothing";
    check(
      found.join() === expected.join(),
      `the plan should hold ${words(expected)}, but holds ${words(found)}`,
    );
  };
  const onlyCluster = () => {
    const [cluster, ...others] = emulator.state().clusters.filter(({ status }) => status === "in_service");
    check(cluster !== undefined && others.length === 0, "exactly one cluster should be in service");
    return cluster;
  };

  say("cdktf deploy: ten lines of TypeScript become a cluster");
  await deploy();
  const { id, name } = onlyCluster();
  check(name === "products", `the cluster should be named "products", not "${name}"`);
  process.stdout.write(`${readFileSync(join(FOLDER, "outputs.json"), "utf8").trim()}\n`);

  say("cdktf diff: no changes");
  await checkPlan();

  say('Renamed to "catalog" in the program: cdktf deploy changes it in place');
  const program = join(FOLDER, "main.ts");
  const text = readFileSync(program, "utf8");
  writeFileSync(program, text.replace('clusterName: "products"', 'clusterName: "catalog"'));
  await deploy();
  const renamed = onlyCluster();
  check(renamed.id === id && renamed.name === "catalog", `cluster ${id} should be named "catalog" now`);

  say("Renamed behind Terraform's back: cdktf diff finds the drift");
  emulator.patchCluster(id, { name: "somebody-elses-idea" });
  await checkPlan("update");

  say("cdktf destroy: the cluster is terminated");
  await cdktf("destroy", "--auto-approve", "--skip-synth");
  const left = emulator.state().clusters.filter(({ status }) => status !== "terminated");
  check(left.length === 0, `no cluster should be left, but ${left.map((one) => one.id).join(", ")} is`);
}

/** The actions of the plan that `cdktf diff` left behind. */
async function plannedActions(): Promise<string[]> {
  const options = { cwd: join(FOLDER, "cdktf.out/stacks/search"), env: environment() };
  const { stdout } = await promisify(execFile)(TERRAFORM, ["show", "-json", "plan"], options);
  const plan = JSON.parse(stdout) as { resource_changes?: { change: { actions: string[] } }[] };
  const actions = (plan.resource_changes ?? []).flatMap(({ change }) => change.actions);
  return actions.filter((action) => action !== "no-op" && action !== "read");
}

/** Runs a command to its end, with its output. @throws DemoFailure when it fails. */
async function shown(command: string, args: string[], cwd: string, env = environment()): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => process.stdout.write(text.replace(/^(?=.)/gm, "  ")));
  const [code] = await once(child, "close");
  if (code !== 0) throw new DemoFailure(`${command} ${args.join(" ")} failed (exit code ${code}).`);
}

/** The demo's own environment: nothing of the user's Terraform or of another service gets in. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|SEARCHCLOUD_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    CHECKPOINT_DISABLE: "1",
    DISABLE_VERSION_CHECK: "1",
    CI: "1",
    FORCE_COLOR: "0",
    NO_COLOR: "1",
    TF_CLI_ARGS: "-no-color",
    ...more,
  };
}

/** The requests of a run, equal ones in a row counted: one line says how often a wait has polled. */
function journalTable(entries: readonly JournalEntry[]): string {
  const rows: { readonly cells: readonly [request: string, status: string, body: string]; times: number }[] =
    [];
  for (const { method, path, status, body } of entries) {
    const cells = [
      `${method} ${path}`,
      String(status ?? "none"),
      body == null ? "" : JSON.stringify(body),
    ] as const;
    const last = rows.at(-1);
    if (last?.cells.join() === cells.join()) last.times += 1;
    else rows.push({ cells, times: 1 });
  }
  const width = Math.max(...rows.map(({ cells: [request] }) => request.length));
  const line = (request: string, status: string, times: number | string, body: string) =>
    `${request.padEnd(width)}  ${status.padEnd(6)}  ${String(times).padStart(5)}  ${body}`.trimEnd();
  const lines = rows.map(({ cells: [request, status, body], times }) => line(request, status, times, body));
  return [line("Request", "Status", "Times", "Body"), ...lines, `${entries.length} requests\n`].join("\n");
}

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new DemoFailure(`Not as expected: ${otherwise}.`);
}

function say(step: string): void {
  process.stdout.write(`\n=== ${step}\n`);
}

demo(process.argv.slice(2)).then(
  () => say("All as expected."),
  (error: unknown) => {
    process.stderr.write(
      `\n${error instanceof DemoFailure ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = 1;
  },
);
