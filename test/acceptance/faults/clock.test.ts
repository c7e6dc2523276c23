import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cluster } from "../support";
import { APPLY, ended, QUICK, type Watched, watched } from "./kit";
import { Shipped } from "./shipped";

/** Clocks that jump: the service's, and the wall clock of the machine (docs/design/laws.md#l2, #l4). */
const HOURS = 9 * 3600;
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
  test("while a cluster is waited for, longer than its timeout: it is done", async () => {
    await on.write(NAMED);
    on.emulator.addFault({ match: { operation: "getCluster", nth: 2 }, effect: { kind: "hold" } });
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
