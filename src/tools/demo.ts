import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../emulator";
import { journalTable } from "./demo/journalTable";
import { DemoFailure, requireTerraform, run } from "./demo/run";

const ROOT = resolve(__dirname, "../..");
const EXAMPLE = join(ROOT, "examples/quickstart");
const FOLDER = join(ROOT, ".demo");
const CDKTF = join(ROOT, "node_modules/cdktf-cli/bundle/bin/cdktf.js");
/** How many times as fast as real time the emulator's clock runs: a cluster is in service after half a second. */
const SPEED = 600;

const USAGE = `Usage: npm run demo [-- --no-build]

Deploys examples/quickstart to the emulator, changes it, and destroys it again.
--no-build uses the provider and the constructs of the last build, in dist.
`;

/** The main job from end to end, on the emulator: deploy, no changes, rename, drift, destroy. */
async function demo(words: readonly string[]): Promise<void> {
  if (words.some((word) => word !== "--no-build")) throw new DemoFailure(USAGE);
  const terraform = await requireTerraform();
  if (!words.includes("--no-build")) {
    say("Building the provider and the constructs");
    await run("npm", ["run", "build"], { cwd: ROOT });
  }
  prepareFolder();
  const emulator = await startEmulator({ rate: "30/60", clock: { mode: "real", speed: SPEED } });
  try {
    await story(emulator, terraform);
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

async function story(emulator: Emulator, terraform: string): Promise<void> {
  const env = {
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_POLL_INTERVAL: "200ms",
    // The emulator's clock is fast, and with it the limit that it keeps; ours would count real minutes.
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
  const cdktf = (...args: string[]) =>
    run(process.execPath, [CDKTF, ...args], { cwd: FOLDER, env, shown: true });
  const deploy = () => cdktf("deploy", "--auto-approve", "--outputs-file", "outputs.json");
  const checkPlan = async (...wanted: string[]) => {
    await cdktf("diff");
    const found = await plannedActions(terraform);
    const words = (actions: readonly string[]) => actions.join(", ") || "nothing";
    check(found.join() === wanted.join(), `the plan should hold ${words(wanted)}, but holds ${words(found)}`);
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
  const program = readFileSync(join(FOLDER, "main.ts"), "utf8");
  writeFileSync(
    join(FOLDER, "main.ts"),
    program.replace('clusterName: "products"', 'clusterName: "catalog"'),
  );
  await deploy();
  const renamed = onlyCluster();
  check(renamed.id === id && renamed.name === "catalog", `cluster ${id} should be named "catalog" now`);

  say("Renamed behind Terraform's back: cdktf diff finds the drift");
  emulator.patchCluster(id, { name: "somebody-elses-idea" });
  await checkPlan("update");

  say("cdktf destroy: the cluster is terminated");
  await cdktf("destroy", "--auto-approve");
  const left = emulator.state().clusters.filter(({ status }) => status !== "terminated");
  check(left.length === 0, `no cluster should be left, but ${left.map((one) => one.id).join(", ")} is`);
}

/** The actions of the plan that `cdktf diff` left behind. */
async function plannedActions(terraform: string): Promise<string[]> {
  const cwd = join(FOLDER, "cdktf.out/stacks/search");
  const plan = JSON.parse(await run(terraform, ["show", "-json", "plan"], { cwd })) as {
    resource_changes?: { change: { actions: string[] } }[];
  };
  const actions = (plan.resource_changes ?? []).flatMap(({ change }) => change.actions);
  return actions.filter((action) => action !== "no-op" && action !== "read");
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
