import { readFileSync, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { install } from "../support/launch";
import { Workspace } from "../support/terraform";

const ADDRESS = "example.internal/test/null";
const CONFIG = `terraform {
  required_providers {
    null = { source = "${ADDRESS}" }
  }
}
resource "null_thing" "a" {
  label = "x"
}
`;

let workspace: Workspace;
let journal: string;

beforeAll(async () => {
  workspace = await Workspace.create();
  journal = join(workspace.directory, "journal");
  await install(workspace.directory, {
    address: ADDRESS,
    version: "1.2.3",
    entry: join(__dirname, "launchedProvider.ts"),
  });
  await workspace.write({ "main.tf": CONFIG });
});

afterAll(() => workspace.remove());

/** Returns the journal of the processes of one command. Each command starts with an empty journal. */
async function recorded(run: (env: NodeJS.ProcessEnv) => Promise<unknown>) {
  await workspace.write({ journal: "" });
  await run({ NULL_JOURNAL: journal });
  const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
  const pids = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.split(" ").slice(1));
  return { started: pids("start").flat(), ended: pids("exit") };
}

test("terraform starts the executable, calls it, and shuts down each process", async () => {
  const { output } = await workspace.init();
  expect(output).toContain(`- Installed ${ADDRESS} v1.2.3`);
  const applied = await recorded((env) => workspace.apply([], { env }));
  expect(applied.started).toHaveLength(4);
  expect(applied.ended.toSorted()).toEqual(applied.started.map((pid) => [pid, "0"]).toSorted());
  const planned = await recorded((env) => workspace.emptyPlan([], { env }));
  expect(planned.started).toHaveLength(3);
  expect(planned.ended.toSorted()).toEqual(planned.started.map((pid) => [pid, "0"]).toSorted());
});

test("it works without TLS if TLS is turned off", async () => {
  await workspace.emptyPlan([], { env: { TF_DISABLE_PLUGIN_TLS: "1" } });
});

test("its log is shown with TF_LOG", async () => {
  const { stderr } = await workspace.plan([], { env: { TF_LOG_PROVIDER: "TRACE" } });
  expect(stderr).toMatch(/\[INFO\] +provider[^\n]*: the null provider is configured: [^\n]*terraform=\d/);
  expect((await workspace.plan()).stderr).toBe("");
});

test("an interrupt reaches the process group, and the create still answers", async () => {
  await workspace.write({ "other.tf": 'resource "null_thing" "b" {\n  label = "y"\n}\n', journal: "" });
  const env = { NULL_JOURNAL: journal, NULL_WAITS: "1" };
  const run = await workspace.start(["apply", "-auto-approve", "-input=false", "-no-color"], env);
  await written("waiting");
  run.interrupt();
  const { output, code } = await run.finished;
  expect(code).toBe(1);
  expect(output).toContain("The values known so far have been recorded");
  const { values } = await workspace.state();
  const interrupted = values?.root_module.resources?.find(({ address }) => address === "null_thing.b");
  expect(interrupted?.values).toMatchObject({ id: "t-1", label: "y", summary: null });
  expect(interrupted?.tainted).toBeUndefined();
});

test("it is destroyed", async () => {
  const destroyed = await recorded((env) => workspace.destroy([], { env }));
  expect(destroyed.ended).toHaveLength(destroyed.started.length);
});

/** Resolves when the journal holds the word. */
function written(word: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!readFileSync(journal, "utf8").includes(word)) return;
      changes.close();
      resolve();
    };
    const changes = watch(journal, check);
    check();
  });
}
