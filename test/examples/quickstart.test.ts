import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { terraformPath } from "../support/run";
import { account, environmentOf, writes } from "./support/account";
import { Project, quickstart, ROOT } from "./support/project";

const STACK = "cdktf.out/stacks/search";
const CHECK = join(ROOT, "examples/drift/check.sh");

jest.setTimeout(120_000);
let emulator: Emulator;
let project: Project;

beforeAll(async () => {
  emulator = await account();
  project = await Project.create({ files: await quickstart(), env: environmentOf(emulator) });
  await project.tsx("main.ts");
});

afterAll(async () => {
  await project?.remove();
  await emulator?.close();
});

async function terraform(...args: string[]): Promise<string> {
  const { code, stdout, output } = await project.run(terraformPath(), args, { cwd: STACK });
  expect([code, output]).toEqual([0, expect.any(String)]);
  return stdout;
}

test("its plan is one cluster; it reads the names, the key and the options, and writes the key nowhere", async () => {
  await terraform("init", "-input=false");
  await terraform("plan", "-input=false", "-out=plan");
  const plan = await terraform("show", "-json", "plan");
  const { resource_changes, output_changes } = JSON.parse(plan);
  expect(resource_changes).toHaveLength(1);
  expect(resource_changes[0]).toMatchObject({
    address: "searchcloud_cluster.products",
    change: {
      actions: ["create"],
      before: null,
      after: { name: "products", memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"] },
      after_unknown: { id: true, hostnames: true, status: true },
    },
  });
  expect(output_changes).toMatchObject({
    endpoint: { actions: ["create"], after_unknown: true },
    nodes: { actions: ["create"], after_unknown: true },
  });
  expect(emulator.journal().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /clusters",
    "GET /account",
    "GET /cluster-options",
  ]);
  const { code, output } = await project.run("grep", ["-r", emulator.key, "."]);
  expect([code, output]).toEqual([1, ""]);
  expect(plan).not.toContain(emulator.key);
});

describe("the check for drift", () => {
  const check = (args: readonly string[], env = {}) => project.run(CHECK, args, { env });
  const report = () => project.read("report/drift.txt");

  beforeAll(async () => {
    await terraform("apply", "plan");
    emulator.clearJournal();
  });
  afterAll(() => expect(writes(emulator)).toEqual([]));

  test("clean: exit code 0", async () => {
    const { code, stdout, output } = await check(["search", "report"]);
    expect([code, output]).toEqual([0, expect.any(String)]);
    expect(stdout).toContain("No drift in search.");
    expect(await report()).toContain("No changes.");
    // From here on, the stack is synthesized.
    const cdktf = join(project.directory, "node_modules/.bin/cdktf");
    await rm(cdktf);
    await project.write({ "node_modules/.bin/cdktf": "#!/bin/sh\n" });
    expect((await project.run("chmod", ["+x", cdktf])).code).toBe(0);
  });

  test("changed behind Terraform's back: exit code 2, and the report says what", async () => {
    const [cluster] = emulator.state().clusters;
    emulator.patchCluster(cluster?.id ?? "", { name: "somebody-elses-idea" });
    const { code, output } = await check(["search", "report"]);
    expect([code, output]).toEqual([2, expect.any(String)]);
    expect(await report()).toMatch(/~ name += "somebody-elses-idea" -> "products"/);
  });

  test("the API cannot be reached: exit code 1, with what was tried", async () => {
    const env = { SEARCHCLOUD_BASE_URL: "http://127.0.0.1:9/api/v1" };
    const { code, stderr } = await check(["search", "report"], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("127.0.0.1:9")]);
    expect(await report()).toContain("127.0.0.1:9");
  });

  test("a stack that is not there, or none: exit code 1, which says so", async () => {
    const missing = await check(["serach", "report"]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("cdktf.out/stacks/serach")]);
    const none = await check([]);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("usage: check.sh <stack>")]);
  });
});
