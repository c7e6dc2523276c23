import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { account, environmentOf, writes } from "./support/account";
import { Project, quickstart, ROOT } from "./support/project";

const CHECK = join(ROOT, "examples/drift/check.sh");

jest.setTimeout(120_000);
let emulator: Emulator;
let project: Project;

beforeAll(async () => {
  emulator = await account();
  project = await Project.create({ files: await quickstart(), env: environmentOf(emulator) });
  await project.cdktf("deploy", "--auto-approve");
  emulator.clearJournal();
});

afterAll(async () => {
  await project?.remove();
  await emulator?.close();
});

const report = () => project.read("report/drift.txt");

test("clean: exit code 0", async () => {
  const { code, stdout, output } = await project.run(CHECK, ["search", "report"]);
  expect([code, output]).toEqual([0, expect.any(String)]);
  expect(stdout).toContain("No drift in search.");
  expect(await report()).toContain("No changes.");
});

test("changed behind Terraform's back: exit code 2, and the report says what", async () => {
  const [cluster] = emulator.state().clusters;
  emulator.patchCluster(cluster?.id ?? "", { name: "somebody-elses-idea" });
  const { code, output } = await project.run(CHECK, ["search", "report"]);
  expect([code, output]).toEqual([2, expect.any(String)]);
  expect(await report()).toMatch(/~ name += "somebody-elses-idea" -> "products"/);
});

test("the API cannot be reached: exit code 1, with what was tried", async () => {
  const env = { SEARCHCLOUD_BASE_URL: "http://127.0.0.1:9/api/v1" };
  const { code, stderr } = await project.run(CHECK, ["search", "report"], { env });
  expect(code).toBe(1);
  expect(stderr).toContain("127.0.0.1:9");
  expect(await report()).toContain("127.0.0.1:9");
});

test("a stack that is not there, or none: exit code 1, which says so", async () => {
  const missing = await project.run(CHECK, ["serach", "report"]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("cdktf.out/stacks/serach")]);
  const none = await project.run(CHECK, []);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("usage: check.sh <stack>")]);
});

test("checking has changed nothing", () => {
  expect(writes(emulator)).toEqual([]);
});
