import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorServer } from "../../src/emulator";
import { terraformPath } from "../support/run";
import { environmentOf, running, sendCurl, steppedEmulator, writes } from "./support/account";
import { blocksOf } from "./support/markdown";
import { Project, ROOT } from "./support/project";

const STACK = "cdktf.out/stacks/search";
const BLOCKS = blocksOf(readFileSync(join(ROOT, "docs/guides/first-hour.md"), "utf8"));
const marked = (mark: string) => BLOCKS.find((block) => block.mark === mark)?.text ?? "";
const COMMANDS = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ text }) =>
  text.trim().split("\n"),
);

/** The program after the steps so far. */
const FIRST = marked("file main.ts");
const SECOND = FIRST.replace("app.synth();", `${marked("lines main.ts")}app.synth();`);

/** Replaces each run of removed lines of a diff by the added lines that follow it. */
function patched(text: string, diff: string): string {
  const hunks = [...diff.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)];
  const bare = (lines = "") => lines.replace(/^[-+]/gm, "");
  return hunks.reduce((before, [, removed, added]) => {
    expect(before).toContain(bare(removed));
    return before.replace(bare(removed), bare(added));
  }, text);
}

jest.setTimeout(120_000);
let emulator: EmulatorServer;
let project: Project;

beforeAll(async () => {
  emulator = await steppedEmulator();
  const files = { "cdktf.json": marked("file cdktf.json"), "catalog.jsonl": marked("file catalog.jsonl") };
  project = await Project.create({ files, env: environmentOf(emulator) });
});

afterAll(async () => {
  await project?.remove();
  await emulator?.close();
});

const terraform = (...args: string[]) => project.run(terraformPath(), args, { cwd: STACK });

/** Does what `cdktf deploy` does. */
async function deploy(program: string): Promise<string> {
  await project.write({ "main.ts": program });
  await project.tsx("main.ts");
  await terraform("init", "-input=false");
  const { code, output } = await terraform("apply", "-auto-approve", "-input=false", "-no-color");
  expect([code, output]).toEqual([0, expect.stringContaining("Apply complete!")]);
  return output;
}

/** Does what `cdktf diff` does after a deploy of the same program. */
async function expectEmptyPlan(): Promise<void> {
  const { code, output } = await terraform("plan", "-input=false", "-no-color");
  expect([code, output]).toEqual([0, expect.stringContaining("No changes.")]);
}

test("its commands are those that follow", () => {
  const advance = expect.stringMatching(/^curl -X POST .*\/control\/advance /);
  expect(COMMANDS).toEqual([
    "mkdir search && cd search",
    "npm init --yes",
    expect.stringMatching(/^npm install cdktf@/), // test/readme.test.ts compares both with the README
    expect.stringMatching(/^npm install --save-dev /),
    "npx searchcloud emulator --port 8700 --speed 600", // test/readme.test.ts
    ...["npx cdktf diff", "npx cdktf deploy", "npx cdktf deploy"],
    ...["npx cdktf deploy", "npx cdktf diff", advance, "npx cdktf diff"],
    expect.stringContaining("/control/state | node -p"),
    expect.stringMatching(/^curl -X PATCH .*\/control\/clusters\/\$CLUSTER /),
    ...["npx searchcloud drift", "npx cdktf destroy"],
  ]);
});

test("a cluster, and an empty plan", async () => {
  expect(await deploy(FIRST)).toContain("endpoint");
  await expectEmptyPlan();
  expect(running(emulator)).toEqual(["products"]);
});

test("a collection with its documents, and a search that finds them; a line edited is one update", async () => {
  await deploy(SECOND);
  await expectEmptyPlan();
  const lines = marked("file catalog.jsonl");
  await project.write({ "catalog.jsonl": lines.replace("Oak", "Beech") });
  expect(await deploy(SECOND)).toContain("0 added, 1 changed, 0 destroyed");
});

test("a resize waits for its window with an empty plan, and is live after it", async () => {
  emulator.clearJournal();
  await deploy(patched(SECOND, marked("edit main.ts")));
  expect(writes(emulator)).toEqual(["POST /clusters/{id}/configuration-changes"]);
  await expectEmptyPlan();
  expect(emulator.state().clusters).toMatchObject([{ memory: "8_gb" }]);
  await sendCurl(
    emulator,
    COMMANDS.find((line) => line.includes("/advance")),
  );
  await expectEmptyPlan();
  expect(emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
});

test("a rename elsewhere is reported as drift", async () => {
  const state = COMMANDS.find((line) => line.includes("/control/state"));
  const [, script = ""] = /node -p '(.*)'\)$/.exec(state ?? "") ?? [];
  const shown = await (await fetch(new URL("/control/state", emulator.baseUrl))).text();
  await project.write({ "state.json": shown });
  const asked = script.replace("readFileSync(0)", 'readFileSync("state.json")');
  const { stdout } = await project.run(process.execPath, ["-p", asked]);
  const rename = COMMANDS.find((line) => line.includes("-X PATCH"));
  await sendCurl(emulator, rename?.replace("$CLUSTER", stdout.trim()));
  const drift = await project.run(process.execPath, [join(ROOT, "dist/searchcloud.js"), "drift"]);
  expect([drift.code, drift.stdout]).toEqual([2, expect.stringMatching(/name +"products" +"renamed"/)]);
});

test("a destroy names the documents and leaves nothing", async () => {
  const { code, output } = await terraform("destroy", "-auto-approve", "-no-color");
  expect([code, output]).toEqual([0, expect.stringContaining("2 documents")]);
  expect(running(emulator)).toEqual([]);
});
