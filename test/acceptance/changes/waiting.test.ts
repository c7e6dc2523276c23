import { at, LARGER, LATER, LATER_SECONDS, SMALL, type Stage, staged } from "./kit";

/** A change that waits for its moment: desired, live and scheduled are three things (docs/design/laws.md#l3). */
let on: Stage;
const CALM = { ...SMALL, ...at(LATER) };
const SCHEDULED = { ...LARGER, ...at(LATER) };
const BIGGEST = { ...LARGER, memory: '"32_gb"', vcpu: '"8_vcpus"', ...at(LATER) };

beforeEach(async () => {
  on = await staged(CALM);
  await on.apply(SCHEDULED);
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
});
afterEach(() => on.close());

const advanceToTheEnd = () => on.emulator.advance(12 * 24 * 3600);

test("cancelled outside: drift, a warning that names it, and the next apply asks again", async () => {
  const { id } = on.lastChange();
  on.emulator.cancelOutside(on.id, id);
  const said = await on.plan();
  expect(said).toContain(`configuration change ${id} was cancelled outside of Terraform`);
  const { actions, before, after } = await on.change();
  expect(actions).toEqual(["update"]);
  expect([before?.memory, after?.memory]).toEqual(["8_gb", "16_gb"]);
  await on.apply();
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "16_gb" });
  // Said once: the successor is what is followed now.
  expect(await on.empty()).not.toContain("cancelled outside");
});

test("succeeded: the plan is empty, and live has caught up", async () => {
  advanceToTheEnd();
  await on.empty();
  await on.apply();
  expect(await on.values()).toMatchObject({
    pending_change: null,
    live: { memory: "16_gb", vcpu: "4_vcpus" },
  });
  expect(on.wrote()).toEqual([]);
});

test("running: the plan is empty, with a warning that it is under way", async () => {
  on.emulator.setAssumptions({ change_seconds: 1_000_000 });
  on.emulator.beginChange(on.id, on.lastChange().id);
  const said = await on.empty();
  expect(said).toContain("is being changed");
  expect(said).toContain(on.lastChange().id);
});

test("failed: drift, and a warning that names it", async () => {
  on.emulator.failNextChange(on.id);
  on.emulator.setAssumptions({ failed_change_leaves: "nothing" });
  advanceToTheEnd();
  const { id } = on.lastChange();
  expect(await on.plan({ ...LARGER, ...at("2026-12-20T02:00:00Z") })).toContain(
    `configuration change ${id} has failed`,
  );
  const { actions, before, after } = await on.change();
  expect(actions).toEqual(["update"]);
  expect([before?.memory, after?.memory]).toEqual(["8_gb", "16_gb"]);
  await on.apply();
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "16_gb" });
  expect(on.changes()).toHaveLength(2);
});

test("edited while it waits: cancelled, and one change that brings all", async () => {
  await on.apply({ ...SCHEDULED, gpu: "true" });
  expect(on.wrote()).toEqual(["cancelConfigurationChange", "createConfigurationChange"]);
  const [first, second] = on.changes();
  expect(first?.status).toBe("canceled");
  expect(second).toMatchObject({
    status: "pending",
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
    new_gpu: "yes",
    perform_change_at: LATER_SECONDS,
  });
  expect(await on.empty()).not.toContain("cancelled outside");
});

test("edited to another size: only the last one is wanted", async () => {
  await on.apply(BIGGEST);
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "32_gb", new_vcpu: "8_vcpus" });
  expect(on.wrote()).toEqual(["cancelConfigurationChange", "createConfigurationChange"]);
  await on.empty();
});

test("edited back to what runs: cancelled, and nothing is scheduled", async () => {
  await on.apply(CALM);
  expect(on.wrote()).toEqual(["cancelConfigurationChange"]);
  expect(on.changes().map(({ status }) => status)).toEqual(["canceled"]);
  expect(await on.values()).toMatchObject({ memory: "8_gb", pending_change: null });
  expect(await on.empty()).not.toContain("cancelled outside");
});

test("edited when it has begun: waited for, and then the rest", async () => {
  on.emulator.beginChange(on.id, on.lastChange().id);
  await on.apply(BIGGEST);
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
  expect(on.changes().map(({ status, new_memory }) => [status, new_memory])).toEqual([
    ["succeeded", "16_gb"],
    ["pending", "32_gb"],
  ]);
  await on.empty();
});

test("edited back when it has begun: waited for, and then changed back", async () => {
  on.emulator.beginChange(on.id, on.lastChange().id);
  await on.apply(CALM);
  expect(on.changes().map(({ status, new_memory }) => [status, new_memory])).toEqual([
    ["succeeded", "16_gb"],
    ["pending", "8_gb"],
  ]);
  await on.empty();
});

test("a cancel that loses the race: it has begun, and is waited for", async () => {
  on.emulator.race({ match: { operation: "cancelConfigurationChange" }, when: "before", do: "begin" });
  await on.apply(BIGGEST);
  expect(on.wrote()).toEqual(["cancelConfigurationChange", "createConfigurationChange"]);
  expect(on.changes().map(({ status, new_memory }) => [status, new_memory])).toEqual([
    ["succeeded", "16_gb"],
    ["pending", "32_gb"],
  ]);
  await on.empty();
});

test("cancelled by somebody else between plan and apply: asked for again with the edit", async () => {
  await on.write({ ...SCHEDULED, gpu: "true" });
  await on.workspace.plan(["-out=plan.out"]);
  on.emulator.cancelOutside(on.id, on.lastChange().id);
  await on.workspace.apply(["plan.out"]);
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", new_gpu: "yes", status: "pending" });
  await on.empty();
});

test("the schedule moved: rescheduled, later and earlier", async () => {
  const later = "2026-12-24T02:00:00Z";
  expect(await on.plan({ ...LARGER, ...at(later) })).toContain("the pending change is rescheduled");
  await on.apply();
  expect(on.wrote()).toEqual(["cancelConfigurationChange", "createConfigurationChange"]);
  expect(on.lastChange()).toMatchObject({ perform_change_at: Date.parse(later) / 1000, new_memory: "16_gb" });
  expect(await on.values()).toMatchObject({ pending_change: { perform_change_at: later } });
  await on.empty();
  await on.apply(SCHEDULED);
  expect(on.lastChange()).toMatchObject({ perform_change_at: LATER_SECONDS, status: "pending" });
  await on.empty();
});

test("the schedule removed: it begins at once, and is waited for", async () => {
  await on.apply(LARGER);
  expect(on.lastChange()).toMatchObject({ status: "succeeded", new_memory: "16_gb" });
  expect(await on.values()).toMatchObject({ pending_change: null, live: { memory: "16_gb" } });
  await on.empty();
});

test("the same moment in other words is no change", async () => {
  await on.empty({ ...LARGER, ...at("2026-12-01T03:00:00+01:00") });
  expect(on.wrote()).toEqual([]);
});

test("taken away by a destroy: the cluster goes, and the change with it", async () => {
  await on.workspace.destroy();
  expect(on.wrote()).toEqual(["terminateCluster"]);
});

test("other settings are edited without touching it", async () => {
  await on.apply({ ...SCHEDULED, name: '"catalog"' });
  expect(on.wrote()).toEqual(["updateCluster"]);
  expect(on.lastChange().status).toBe("pending");
  await on.empty();
});
