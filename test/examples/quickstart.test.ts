import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { ADDRESS } from "../../src/provider/address";
import { account, environmentOf } from "./support/account";
import { Project, quickstart } from "./support/project";

const STACK = "cdktf.out/stacks/search";
let emulator: Emulator;
let project: Project;

beforeAll(async () => {
  emulator = await account();
  project = await Project.create({ files: await quickstart(), env: environmentOf(emulator) });
  const { code, output } = await project.run(join(project.directory, "node_modules/.bin/tsx"), ["main.ts"]);
  if (code !== 0) throw new Error(output);
});

afterAll(async () => {
  await project?.remove();
  await emulator?.close();
});

async function terraform(...args: string[]): Promise<string> {
  const { code, stdout, output } = await project.run("terraform", args, { cwd: STACK });
  expect([code, output]).toEqual([0, expect.any(String)]);
  return stdout;
}

test("ten lines of TypeScript become this configuration", async () => {
  const { terraform: settings, ...configuration } = JSON.parse(await project.read(`${STACK}/cdk.tf.json`));
  expect(settings.required_providers).toEqual({ searchcloud: { source: ADDRESS, version: "0.1.0" } });
  expect(configuration).toEqual({
    "//": expect.anything(),
    provider: { searchcloud: [{}] },
    resource: {
      searchcloud_cluster: {
        products: {
          "//": expect.anything(),
          name: "products",
          memory: "8_gb",
          vcpu: "2_vcpus",
          regions: ["oregon"],
          high_availability: false,
          search_delivery_network: "off",
          lifecycle: {
            postcondition: [
              {
                condition: expect.stringContaining("self.hostnames"),
                error_message: expect.stringContaining("not in service"),
              },
            ],
          },
        },
      },
    },
    output: {
      endpoint: { value: expect.stringContaining("searchcloud_cluster.products.hostnames") },
      nodes: { value: expect.stringContaining("searchcloud_cluster.products.hostnames.nodes") },
    },
  });
});

test("its plan is one cluster, and asks the service for the names that are taken, and what the key and the service offer", async () => {
  await terraform("init", "-input=false");
  await terraform("plan", "-input=false", "-out=plan");
  const plan = JSON.parse(await terraform("show", "-json", "plan"));
  expect(plan.resource_changes).toHaveLength(1);
  expect(plan.resource_changes[0]).toMatchObject({
    address: "searchcloud_cluster.products",
    change: {
      actions: ["create"],
      before: null,
      after: { name: "products", memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"] },
      after_unknown: { id: true, hostnames: true, status: true },
    },
  });
  expect(plan.output_changes).toMatchObject({
    endpoint: { actions: ["create"], after_unknown: true },
    nodes: { actions: ["create"], after_unknown: true },
  });
  expect(emulator.journal().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /clusters",
    "GET /account",
    "GET /cluster-options",
  ]);
});

test("the key stands in none of its files, nor in the plan", async () => {
  const { code, output } = await project.run("grep", ["-r", emulator.key, "."]);
  expect([code, output]).toEqual([1, ""]);
  expect(await terraform("show", "-json", "plan")).not.toContain(emulator.key);
});
