import { CHANGE, explicit, SHOP } from "./explicit";
import { flat, OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
  on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

const POST = `POST /clusters/${SHOP}/configuration-changes`;
const LARGER = 'new_memory = "16_gb"\nwait = false';
const seconds = (after: number) => Math.floor(Date.parse(on.emulator.state().now) / 1000) + after;
const changes = () => on.emulator.state().changes;

describe("a cluster that has another change in flight", () => {
  test("is waited for when that can end in time", async () => {
    const other = on.emulator.changeOutside(SHOP, {
      perform_change_at: seconds(2),
      new_search_server_version: "30.2",
    });
    await on.applied(explicit(LARGER));
    expect(changes()).toMatchObject([{ id: other, status: "succeeded" }, { new_memory: "16_gb" }]);
    expect(on.writes()).toEqual([POST]);
  });

  test("fails at once, naming it and its time, when that is due too late", async () => {
    const other = on.emulator.changeOutside(SHOP, {
      perform_change_at: Date.UTC(2026, 10, 21) / 1000,
      new_memory: "16_gb",
    });
    await on.write(explicit(LARGER));
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`Cluster ${SHOP} has another change in flight`);
    expect(flat(output)).toContain(
      `Configuration change ${other} (memory 16_gb, due 2026-11-21T00:00:00Z, pending)`,
    );
    expect(on.writes()).toEqual([]);
    expect((await on.workspace.state()).values?.root_module.resources).toBeUndefined();
  });
});

test("an interrupted wait keeps the change, untainted", async () => {
  on.emulator.setAssumptions({ change_seconds: 36_000 });
  await on.write(explicit('new_memory = "16_gb"'));
  const { output } = await on.interrupted(["apply", "-auto-approve"], {
    operation: "getConfigurationChange",
  });
  expect(flat(output)).toContain("Interrupted while");
  const { tainted, values } = await on.resource(CHANGE);
  const [made] = changes();
  expect([tainted, values.id]).toEqual([undefined, made?.id]);
  await on.workspace.emptyPlan();
  on.emulator.advance(36_000);
  await on.workspace.apply();
  expect((await on.resource(CHANGE)).values.status).toBe("succeeded");
  expect(on.writes()).toEqual([POST]);
});

test("a wait whose time is up is a warning, and the change is kept", async () => {
  on.emulator.setAssumptions({ change_seconds: 36_000 });
  const { output } = await on.applied(explicit('new_memory = "16_gb"\ntimeouts {\n create = "3s"\n}'));
  expect(flat(output)).toMatch(/Warning: Timed out after \d+ s waiting for Configuration change/i);
  expect((await on.resource(CHANGE)).tainted).toBeUndefined();
  await on.workspace.emptyPlan();
});

test("a change that fails while it is waited for is an error, and the next apply requests it again", async () => {
  on.emulator.failNextChange(SHOP);
  await on.write(explicit('new_memory = "16_gb"'));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toMatch(/Error: Configuration change \w+ of cluster shop1 has failed/);
  expect((await on.resource(CHANGE)).tainted).toBe(true);
  on.writes();
  await on.workspace.apply();
  expect(on.writes()).toEqual([POST]);
  expect((await on.resource(CHANGE)).values.status).toBe("succeeded");
});

test("a change that is cancelled outside while it is waited for stays in the state, with a warning", async () => {
  await on.write(explicit('new_memory = "16_gb"'));
  on.emulator.race({ match: { operation: "getConfigurationChange" }, when: "before", do: "cancel" });
  const { output } = await on.workspace.apply();
  expect(flat(output)).toMatch(/Warning: Configuration change \w+ of cluster shop1 was cancelled/);
  const { tainted, values } = await on.resource(CHANGE);
  expect([tainted, values.status]).toEqual([undefined, "canceled"]);
  await on.workspace.emptyPlan();
  expect(on.writes()).toEqual([POST]);
});
