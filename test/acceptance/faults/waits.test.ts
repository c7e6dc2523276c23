import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulatorServer } from "../../../src/emulator";
import { cluster, OPTIONS } from "../support";
import { ended, type Watched, watched } from "./kit";
import { Shipped } from "./shipped";

/** Events during a wait: a service that restarts, clocks that jump (docs/design/laws.md#l2, #l4, #l8). */
let on: Watched;
beforeEach(async () => {
  on = await watched({ ...OPTIONS, assumptions: { ...OPTIONS.assumptions, provisioning_seconds: 30 } });
});
afterEach(() => on.close());

test("a service that becomes unavailable and returns with the same contents: the wait continues", async () => {
  const refusals = () =>
    on.served.lines.filter(({ fields }) => JSON.stringify(fields).includes("ECONNREFUSED"));
  await on.write(cluster());
  const running = await on.heldAt({ operation: "getCluster", nth: 2 });
  const id = on.emulator.state().clusters[0]?.id ?? "";
  const port = Number(new URL(on.emulator.baseUrl).port);
  await on.emulator.close();
  await on.until(() => refusals().length > 0);
  const seed = { clusters: [{ id, name: "products", status: "provisioning" as const }] };
  const back = await startEmulatorServer({ ...OPTIONS, port, seed });
  try {
    const { code, output } = await ended(running);
    expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
    await on.empty();
    expect(back.journal().filter(({ method }) => method !== "GET")).toEqual([]);
  } finally {
    await back.close();
  }
});

test("the service's clock jumps by hours, beyond the timeout, during a wait for a cluster: the wait succeeds", async () => {
  await on.write(cluster());
  const running = await on.heldAt({ operation: "getCluster", nth: 2 });
  on.emulator.advance(9 * 3600);
  on.emulator.releaseHolds();
  const { code, output } = await ended(running);
  expect([code, output.includes("Timed out")]).toEqual([0, false]);
  await on.empty();
  expect(on.writes()).toHaveLength(1);
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
    await shipped.begin(on, cluster());
    const env = { NODE_OPTIONS: `--require ${at("wallClock.cjs")}`, JUMPED: jumped };
    const running = await shipped.heldAt(on, { operation: "getCluster", nth: 2 }, "before", env);
    await writeFile(jumped, String(days * 24 * 3_600_000));
    on.emulator.releaseHolds();
    const { code, output } = await ended(running);
    expect([code, output.includes("Warning")]).toEqual([0, false]);
    expect(await shipped.workspace.stateText()).toContain('"in_service"');
    expect(on.writes()).toEqual(["POST /clusters"]);
  });
});

/** A wall clock that is off by the number in a file, once the file exists. */
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
