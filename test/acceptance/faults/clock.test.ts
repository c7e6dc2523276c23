import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cluster } from "../support";
import { APPLY, ended, QUICK, type Watched, watched } from "./kit";
import { Shipped } from "./shipped";

/** Clocks that jump: the service's, and the wall clock of the machine (docs/design/laws.md#l2, #l4). */
const HOURS = 9 * 3600;
const SHOP = { id: "shop1", memory: "8_gb", vcpu: "2_vcpus" } as const;
const child = (type: string, body = "") =>
  `resource "searchcloud_${type}" "it" {\n cluster_id = "shop1"\n${body}\n}`;
const NAMED = cluster('name = "products"');

let on: Watched;
beforeEach(async () => {
  on = await watched({
    ...QUICK,
    assumptions: { ...QUICK.assumptions, provisioning_seconds: 30, change_seconds: 30, clone_seconds: 30 },
  });
});
afterEach(() => on.close());

describe("the service's clock jumps by hours", () => {
  test.each([
    ["a cluster", NAMED, "getCluster"],
    ["a change", child("configuration_change", 'new_memory = "16_gb"'), "getConfigurationChange"],
    ["a clone", child("cloning_operation"), "getCloningOperation"],
  ] as const)("while %s is waited for, longer than its timeout: it is done", async (_, text, operation) => {
    on.emulator.seed({ clusters: [SHOP] });
    await on.write(text);
    on.emulator.addFault({ match: { operation, nth: 2 }, effect: { kind: "hold" } });
    const running = await on.start(APPLY);
    await Promise.race([on.emulator.held(), running.finished]);
    on.emulator.advance(HOURS);
    on.emulator.releaseHolds();
    const { code, output } = await ended(running);
    expect([code, output.includes("Timed out")]).toEqual([0, false]);
    await on.workspace.emptyPlan();
    expect(on.writes()).toHaveLength(1);
  });

  const sized = (vcpu: string) =>
    cluster(`name = "products"
memory = "8_gb"
vcpu = "${vcpu}"
change_schedule {
  window {
    days  = ["saturday", "sunday"]
    start = "02:00"
  }
}`);
  const changes = () => on.emulator.state().changes;

  test("while the request for a change is on its way: its moment is chosen once more, and there is one change", async () => {
    await on.applied(sized("2_vcpus"));
    on.emulator.clearJournal();
    await on.write(sized("4_vcpus"));
    on.emulator.addFault({ match: { operation: "createConfigurationChange" }, effect: { kind: "hold" } });
    const running = await on.start(APPLY);
    await Promise.race([on.emulator.held(), running.finished]);
    // Past the first opening, so that the moment that was asked for is over.
    on.emulator.advance(30 * 3600);
    on.emulator.releaseHolds();
    expect((await ended(running)).code).toBe(0);
    expect(changes()).toMatchObject([
      { status: "pending", perform_change_at: Date.UTC(2026, 10, 22, 2) / 1000 },
    ]);
    await on.workspace.emptyPlan();
  });

  test("over the moment of a change that waits for it: the next plan is empty, and has caught up", async () => {
    await on.applied(sized("2_vcpus"));
    await on.applied(sized("4_vcpus"));
    on.emulator.clearJournal();
    on.emulator.advance(3 * 24 * 3600);
    expect(changes()).toMatchObject([{ status: "succeeded" }]);
    await on.workspace.emptyPlan();
    expect((await on.run(APPLY)).code).toBe(0);
    const { values } = await on.resource();
    expect(values).toMatchObject({ vcpu: "4_vcpus", live: { vcpu: "4_vcpus" }, pending_change: null });
    expect(on.writes()).toEqual([]);
  });
});

describe("the wall clock of the machine jumps by a day during a wait", () => {
  let shipped: Shipped;
  beforeAll(async () => {
    shipped = await Shipped.install();
  });
  afterAll(() => shipped.workspace.remove());

  test.each([
    ["forward", 1],
    ["back", -1],
  ])("%s: the wait neither ends early nor hangs", async (_, days) => {
    const at = (name: string) => join(shipped.workspace.directory, name);
    const jumped = at(`jumped-${days}`);
    await writeFile(at("wallClock.cjs"), JUMPING);
    await on.write(NAMED);
    await shipped.begin(on);
    on.emulator.addFault({ match: { operation: "getCluster", nth: 2 }, effect: { kind: "hold" } });
    const env = { NODE_OPTIONS: `--require ${at("wallClock.cjs")}`, JUMPED: jumped };
    const running = await shipped.start(on, APPLY, env);
    await Promise.race([on.emulator.held(), running.finished]);
    await writeFile(jumped, String(days * 24 * 3_600_000));
    on.emulator.releaseHolds();
    const { code, output } = await ended(running);
    expect([code, output.includes("Warning")]).toEqual([0, false]);
    expect(await shipped.workspace.stateText()).toContain('"in_service"');
    expect(on.writes()).toEqual(["POST /clusters"]);
    await shipped.workspace.terraform(["plan", "-detailed-exitcode"], { env: on.served.env });
  });
});

/** A wall clock that is off by what a file says, as soon as there is one. */
const JUMPING = `const { readFileSync } = require("node:fs");
const real = Date.now;
Date.now = () => {
  try {
    return real() + Number(readFileSync(process.env.JUMPED, "utf8"));
  } catch {
    return real();
  }
};
`;
