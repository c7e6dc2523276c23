import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Workspace } from "../support/terraform";
import { type SteppedAccount, steppedAccount, writes } from "./support/account";
import { Project, ROOT } from "./support/project";

const read = (name: string) => readFileSync(join(ROOT, "examples/maintenance", name), "utf8");
/** The example before the edit that its comments describe. */
const before = (text: string) => text.replace('"16_gb"', '"8_gb"').replace('"4_vcpus"', '"2_vcpus"');

jest.setTimeout(120_000);
let account: SteppedAccount;
let workspace: Workspace;
let project: Project;

beforeAll(async () => {
  account = await steppedAccount([]);
  workspace = await Workspace.create(account.env);
  project = await Project.create({ files: {} });
});
afterAll(async () => {
  await project?.remove();
  await workspace?.remove();
  await account?.close();
});

/** Returns the actions of a plan of the configuration in HCL. */
const planHcl = (text: string) => planned({ "main.tf": text, "cdk.tf.json": "{}" });

/** Returns the actions of a plan of the program in TypeScript. */
async function planTypescript(text: string) {
  await project.write({ "main.ts": text });
  await project.tsx("main.ts");
  const stack = JSON.parse(await project.read("cdktf.out/stacks/search/cdk.tf.json"));
  delete stack.terraform.backend;
  return planned({ "main.tf": "", "cdk.tf.json": JSON.stringify(stack) });
}

async function planned(files: Record<string, string>) {
  await workspace.write(files);
  const { resource_changes = [] } = await workspace.planJson();
  return resource_changes.map(({ address, change }) => [address, ...change.actions]);
}

test("the edit is one update in place and one change in the window, both in HCL and in TypeScript", async () => {
  const cluster = "searchcloud_cluster.products";
  expect(await planHcl(before(read("main.tf")))).toEqual([[cluster, "create"]]);
  await workspace.apply(["plan.out"]);
  expect(await planTypescript(before(read("main.ts")))).toEqual([[cluster, "no-op"]]);
  expect(await planTypescript(read("main.ts"))).toEqual([[cluster, "update"]]);
  expect(await planHcl(read("main.tf"))).toEqual([[cluster, "update"]]);
  await workspace.apply(["plan.out"]);
  expect(writes(account.emulator)).toEqual(["POST /clusters", "POST /clusters/{id}/configuration-changes"]);
  expect(account.emulator.state().changes).toMatchObject([
    {
      status: "pending",
      perform_change_at: Date.UTC(2026, 10, 22, 1) / 1000,
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      notification_email_addresses: ["search-oncall@example.com"],
    },
  ]);
  const { values } = await workspace.state();
  expect(values?.outputs?.pending_change?.value).toMatchObject({
    status: "pending",
    perform_change_at: "2026-11-22T01:00:00Z",
    new_memory: "16_gb",
  });
  await workspace.emptyPlan();
  expect(await planTypescript(read("main.ts"))).toEqual([[cluster, "no-op"]]);
});
