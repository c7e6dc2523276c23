import { at, CALM, CHANGE, DAY, LARGER, LATER_SECONDS, REPLACED, SCHEDULED, type Stage, staged } from "./kit";

/** Scheduled changes: desired, live and scheduled are three states (docs/design/laws.md#l3). */
let on: Stage;
const BIGGEST = { ...SCHEDULED, memory: '"32_gb"', vcpu: '"8_vcpus"' };

beforeEach(async () => {
  on = await staged(CALM);
  await on.apply(SCHEDULED);
  expect(on.wrote()).toEqual([CHANGE]);
});
afterEach(() => on.close());

test("a change cancelled outside: drift, a warning that names it, and the next apply requests it again", async () => {
  const { id } = on.lastChange();
  on.emulator.cancelOutside(on.id, id);
  const { actions, before, after } = await on.change();
  expect([actions, before?.memory, after?.memory]).toEqual([["update"], "8_gb", "16_gb"]);
  expect(await on.apply()).toContain(`configuration change ${id} was cancelled outside of Terraform`);
  expect(on.wrote()).toEqual([CHANGE]);
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "16_gb" });
  // The warning appears once, because the provider now follows the successor.
  expect(await on.empty()).not.toContain("cancelled outside");
});

test("a change that runs and then succeeds: the plan is empty, with a warning while it runs, and live catches up", async () => {
  on.emulator.setAssumptions({ change_seconds: 100_000 });
  on.emulator.beginChange(on.id, on.lastChange().id);
  const said = await on.empty();
  expect(said).toContain("is being changed");
  expect(said).toContain(on.lastChange().id);
  on.emulator.advance(12 * DAY);
  expect(await on.empty()).not.toContain("is being changed");
  await on.apply();
  expect(await on.values()).toMatchObject({
    pending_change: null,
    live: { memory: "16_gb", vcpu: "4_vcpus" },
  });
  expect(on.wrote()).toEqual([]);
});

test("an edit while it is pending: one change with everything; an edit back to live: cancelled, and nothing is scheduled", async () => {
  await on.apply({ ...SCHEDULED, gpu: "true" });
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({
    status: "pending",
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
    new_gpu: "yes",
    perform_change_at: LATER_SECONDS,
  });
  expect(await on.empty()).not.toContain("cancelled outside");
  await on.apply({ ...BIGGEST, gpu: "false", name: '"catalog"' });
  expect(on.wrote()).toEqual(["updateCluster", ...REPLACED]);
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "32_gb", new_vcpu: "8_vcpus" });
  await on.apply({ ...CALM, gpu: "false", name: '"catalog"' });
  expect(on.wrote()).toEqual(["cancelConfigurationChange"]);
  expect(on.changes().every(({ status }) => status === "canceled")).toBe(true);
  expect(await on.values()).toMatchObject({ memory: "8_gb", pending_change: null });
  expect(await on.empty()).not.toContain("cancelled outside");
});

test.each<[string, () => void, boolean]>([
  ["edited when it has begun", () => on.emulator.beginChange(on.id, on.lastChange().id), false],
  [
    "a cancel that loses the race",
    () =>
      on.emulator.race({ match: { operation: "cancelConfigurationChange" }, when: "before", do: "begin" }),
    true,
  ],
])("%s: apply waits for it, then requests the rest; an edit back reverts it", async (_, begin, cancels) => {
  const ends = () => on.changes().map(({ status, new_memory }) => [status, new_memory]);
  begin();
  await on.apply(BIGGEST);
  expect(on.wrote()).toEqual(cancels ? REPLACED : [CHANGE]);
  const [first, second] = [
    ["succeeded", "16_gb"],
    ["pending", "32_gb"],
  ];
  expect(ends()).toEqual([first, second]);
  await on.empty();
  on.emulator.beginChange(on.id, on.lastChange().id);
  await on.apply(SCHEDULED);
  expect(ends()).toEqual([first, ["succeeded", "32_gb"], ["pending", "16_gb"]]);
  await on.empty();
});

test("a change cancelled outside between plan and apply is requested again with the edit", async () => {
  const cancel = () => on.emulator.cancelOutside(on.id, on.lastChange().id);
  await on.applyAfter(cancel, { ...SCHEDULED, gpu: "true" });
  expect(on.wrote()).toEqual([CHANGE]);
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", new_gpu: "yes", status: "pending" });
  await on.empty();
});

test("the schedule in another notation, moved, and removed; a destroy with a pending change", async () => {
  await on.empty({ ...LARGER, ...at("2026-12-01T03:00:00+01:00") });
  const later = "2026-12-24T02:00:00Z";
  expect(await on.apply({ ...LARGER, ...at(later) })).toContain("the pending change is rescheduled");
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({ perform_change_at: Date.parse(later) / 1000, new_memory: "16_gb" });
  expect(await on.values()).toMatchObject({ pending_change: { perform_change_at: later } });
  await on.empty();
  await on.apply(LARGER);
  expect(on.lastChange()).toMatchObject({ status: "succeeded", new_memory: "16_gb" });
  expect(await on.values()).toMatchObject({ pending_change: null, live: { memory: "16_gb" } });
  await on.empty();
  await on.apply(BIGGEST);
  on.wrote();
  await on.destroy();
  expect(on.wrote()).toEqual(["terminateCluster"]);
});
