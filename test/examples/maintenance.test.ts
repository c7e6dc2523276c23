import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { Workspace } from "../support/terraform";
import { environmentOf, writes } from "./support/account";
import { Project, ROOT } from "./support/project";

const FOLDER = join(ROOT, "examples/maintenance");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
/** The example before the edit that its comments speak of. */
const before = (text: string) => text.replace('"16_gb"', '"8_gb"').replace('"4_vcpus"', '"2_vcpus"');
const CREATE = "POST /clusters";
const CHANGE = "POST /clusters/{id}/configuration-changes";

jest.setTimeout(120_000);
let emulator: Emulator;

/** A Friday; each request takes three minutes, so that a cluster comes up in a moment and Sunday stays ahead. */
beforeEach(async () => {
  emulator = await startEmulator({
    clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 180_000 },
  });
});
afterEach(() => emulator.close());

test("in TypeScript: the edit is one update in place, and one change in the window", async () => {
  const files = { "main.ts": before(read("main.ts")), "cdktf.json": read("cdktf.json") };
  const project = await Project.create({ files, env: environmentOf(emulator) });
  try {
    await project.cdktf("deploy", "--auto-approve");
    await project.write({ "main.ts": read("main.ts") });
    await project.cdktf("diff");
    expect(await project.planned("search")).toEqual({ "searchcloud_cluster.products": ["update"] });
    expect(writes(emulator)).toEqual([CREATE]);
    await project.cdktf("deploy", "--auto-approve");
    expect(writes(emulator)).toEqual([CREATE, CHANGE]);
    expect(emulator.state().changes).toMatchObject([
      {
        status: "pending",
        perform_change_at: Date.UTC(2026, 10, 22, 1) / 1000,
        new_memory: "16_gb",
        new_vcpu: "4_vcpus",
        notification_email_addresses: ["search-oncall@example.com"],
      },
    ]);
    const { output } = await project.cdktf("deploy", "--auto-approve");
    expect(output).toContain("No changes.");
  } finally {
    await project.remove();
  }
});

test("in HCL: the same", async () => {
  const workspace = await Workspace.create(environmentOf(emulator));
  try {
    await workspace.write({ "main.tf": before(read("main.tf")) });
    const { status, stderr } = spawnSync(join(ROOT, "dist/install.js"), [], {
      cwd: workspace.directory,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    await workspace.apply();
    await workspace.write({ "main.tf": read("main.tf") });
    const { resource_changes = [] } = await workspace.planJson();
    expect(resource_changes.map(({ address, change }) => [address, change.actions])).toEqual([
      ["searchcloud_cluster.products", ["update"]],
    ]);
    await workspace.apply();
    await workspace.emptyPlan();
    const { values } = await workspace.state();
    expect(values?.outputs?.pending_change?.value).toMatchObject({
      status: "pending",
      perform_change_at: "2026-11-22T01:00:00Z",
      new_memory: "16_gb",
    });
    expect(writes(emulator)).toEqual([CREATE, CHANGE]);
  } finally {
    await workspace.remove();
  }
});
