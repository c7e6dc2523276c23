import type { EmulatorServer } from "../../src/emulator";
import { terraformPath } from "../support/run";
import { account, environmentOf } from "./support/account";
import { Project, quickstart } from "./support/project";

const STACK = "cdktf.out/stacks/search";

jest.setTimeout(120_000);
let emulator: EmulatorServer;
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
