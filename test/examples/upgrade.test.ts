import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { terraformPath } from "../support/run";
import { Workspace } from "../support/terraform";
import { running, type SteppedAccount, sendCurl, steppedAccount, writes } from "./support/account";
import { blocksOf } from "./support/markdown";
import { Project, ROOT } from "./support/project";

const FOLDER = join(ROOT, "examples/upgrade");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const STACK = "cdktf.out/stacks/search";

/** 02:00 in Zurich on the Sunday after the Friday on which the account begins. */
const SUNDAY = Date.UTC(2026, 10, 22, 1) / 1000;
const SCHEDULED = { status: "pending", new_search_server_version: "31.0", perform_change_at: SUNDAY };
const CLONED = [
  "POST /clusters/{id}/cloning-operations",
  "POST /clusters/{id}/api-keys",
  "POST /clusters/{id}/lifecycle",
];

const GUIDE = blocksOf(readFileSync(join(ROOT, "docs/guides/upgrade.md"), "utf8"));
const [EMULATOR, ...COMMANDS] = GUIDE.filter(({ language }) => language === "sh").flatMap(({ text }) =>
  text.trim().split("\n"),
);
const [TABLE = ""] = GUIDE.flatMap(({ language, text }) => (language === "" ? text : []));

jest.setTimeout(120_000);
let account: SteppedAccount;
const scene = () => account.emulator;

beforeAll(async () => {
  account = await steppedAccount([], { SEARCHCLOUD_ALLOW_DUPLICATE_NAMES: "false" });
});
afterAll(async () => {
  await account?.close();
});

/** Returns the writes in the journal since the last call. */
function requested(): string[] {
  const found = writes(scene())
    .filter((one) => !one.includes(" /nodes/"))
    .map((one) => one.replace(/(?<=configuration-changes\/)\w+$/, "{id}"));
  scene().clearJournal();
  return found;
}

const versions = () =>
  scene()
    .state()
    .clusters.map(({ search_server_version: version }) => version);

test("the guide's commands are those of the following tests", () => {
  expect(EMULATOR).toBe("npx searchcloud emulator --port 8700 --speed 600"); // test/readme.test.ts starts it
  const row = expect.stringContaining("newer_server_differs");
  const advance = expect.stringContaining("seconds");
  const deploy = "npx cdktf deploy";
  expect(COMMANDS).toEqual([row, deploy, row, deploy, advance, deploy]);
});

describe("in TypeScript, with cdktf", () => {
  let project: Project;
  const before = process.cwd();

  beforeAll(async () => {
    const names = ["main.ts", "cdktf.json", "catalog.jsonl"];
    const files = Object.fromEntries(names.map((name) => [name, read(name)]));
    project = await Project.create({ files, env: account.env });
    // A provider that Terraform starts runs where Terraform does, and this one in the process of the test.
    const folder = join(project.directory, STACK);
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
  });
  afterAll(async () => {
    process.chdir(before);
    await project?.remove();
  });

  const deploy = (...more: string[]) => project.cdktf("deploy", "--auto-approve", ...more);
  const terraform = (...args: string[]) =>
    project.run(terraformPath(), [...args, "-no-color"], { cwd: STACK });

  async function expectEmptyPlan() {
    const { code, output } = await terraform("plan", "-input=false", "-detailed-exitcode");
    expect([code, output]).toEqual([0, expect.stringContaining("No changes.")]);
  }

  test("a clone with a different answer schedules nothing, and the deploy shows both answers side by side", async () => {
    await sendCurl(scene(), COMMANDS[0]);
    const output = await deploy().then(
      () => "it was deployed",
      (error: Error) => error.message,
    );
    expect(output).toContain("Server version 31.0 has failed its rehearsal on cluster ");
    // CDKTF puts the name of the stack before all lines.
    const lines = output.split("\n").map((line) => line.replace(/^ {8}/, ""));
    expect(lines.join("\n")).toContain(TABLE);
    expect(requested()).toEqual(["POST /clusters", "POST /clusters/{id}/api-keys", ...CLONED]);
    expect(scene().state().changes).toEqual([]);
    expect(running(scene())).toEqual(["products"]);
  });

  test("after a fix, one deploy rehearses again and schedules the change; the next plan is empty", async () => {
    await sendCurl(scene(), COMMANDS[2]);
    await deploy("--skip-synth");
    expect(requested()).toEqual([...CLONED, "POST /clusters/{id}/configuration-changes"]);
    expect(scene().state().changes).toMatchObject([SCHEDULED]);
    expect(running(scene())).toEqual(["products"]);
    await expectEmptyPlan();
  });

  test("after the window the cluster runs the version, and a deploy of the same program changes nothing", async () => {
    await sendCurl(scene(), COMMANDS[4]);
    const { output } = await deploy("--skip-synth");
    expect(output).toContain("No changes.");
    await expectEmptyPlan();
    expect(requested()).toEqual([]);
    expect(versions()).toEqual(["31.0"]);
    expect(scene().state().changes).toMatchObject([{ ...SCHEDULED, status: "succeeded" }]);
  });

  test("a destroy leaves no cluster", async () => {
    const { code, output } = await terraform("destroy", "-auto-approve");
    expect([code, output]).toEqual([0, expect.stringContaining("Destroy complete!")]);
    expect(requested()).toEqual(["POST /clusters/{id}/lifecycle"]);
    expect(running(scene())).toEqual([]);
  });
});

describe("in HCL", () => {
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = await Workspace.create(account.env);
    // The provider runs in this process, and so in another folder than Terraform.
    await workspace.write({ "main.tf": read("main.tf").replace(`$\{path.module}`, FOLDER) });
  });
  afterAll(async () => {
    await workspace?.remove();
  });

  test("one apply rehearses and schedules the change, and the next plan is empty; a destroy cancels it", async () => {
    await workspace.apply();
    expect(requested()).toEqual([
      "POST /clusters",
      "POST /clusters/{id}/api-keys",
      ...CLONED,
      "POST /clusters/{id}/configuration-changes",
    ]);
    const { values } = await workspace.state();
    expect(values?.outputs?.upgrade_begins_at?.value).toBe("2026-11-29T01:00:00Z");
    await workspace.emptyPlan();
    await workspace.destroy();
    expect(requested()).toEqual([
      "PATCH /clusters/{id}/configuration-changes/{id}",
      "POST /clusters/{id}/lifecycle",
    ]);
    expect(running(scene())).toEqual([]);
  });
});
