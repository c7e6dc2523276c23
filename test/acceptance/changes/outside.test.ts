import { at, LARGER, LATER, LATER_SECONDS, SMALL, type Stage, staged } from "./kit";

/** Changes that others make, before this configuration's and in the middle of it (docs/design/laws.md#l3, #l11). */
let on: Stage;
const CALM = { ...SMALL, ...at(LATER) };
const SCHEDULED = { ...LARGER, ...at(LATER) };
const FOREIGN = { perform_change_at: LATER_SECONDS - 3600, new_search_server_version: "31.0" };
const POST = { operation: "createConfigurationChange" } as const;

beforeEach(async () => {
  on = await staged(CALM);
  on.emulator.setAssumptions({ latest_server_version: "31.0" });
});
afterEach(() => on.close());

test("superseded: what it was to bring becomes part of the new change, with a warning", async () => {
  const id = on.emulator.changeOutside(on.id, FOREIGN);
  const said = await on.apply({ ...SMALL, memory: '"16_gb"', ...at(LATER) });
  expect(said).toContain(
    "a configuration change that was requested outside of Terraform has been superseded",
  );
  expect(said).toContain(id);
  expect(said).toContain("Its other settings (search_server_version) are part of this apply's change.");
  expect(on.wrote()).toEqual(["cancelConfigurationChange", "createConfigurationChange"]);
  expect(on.lastChange()).toMatchObject({
    status: "pending",
    new_memory: "16_gb",
    new_search_server_version: "31.0",
    perform_change_at: LATER_SECONDS,
  });
  expect(await on.values()).toMatchObject({ memory: "16_gb", search_server_version: "30.2" });
  await on.empty();
});

test("exactly what is wanted: kept, and the plan is empty", async () => {
  const id = on.emulator.changeOutside(on.id, {
    perform_change_at: LATER_SECONDS - 3600,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
  await on.apply(SCHEDULED);
  expect(on.wrote()).toEqual([]);
  expect(await on.values()).toMatchObject({
    memory: "16_gb",
    live: { memory: "8_gb" },
    pending_change: { id },
  });
  await on.empty();
});

test("exactly what is wanted, but later: rescheduled", async () => {
  on.emulator.changeOutside(on.id, {
    perform_change_at: LATER_SECONDS + 3600,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
  const said = await on.apply(SCHEDULED);
  expect(said).toContain("has been rescheduled");
  expect(on.lastChange()).toMatchObject({ status: "pending", perform_change_at: LATER_SECONDS });
  await on.empty();
});

const secondsFromNow = (seconds: number) => Math.floor(Date.parse(on.emulator.state().now) / 1000) + seconds;

test("about to begin: it comes first, and what it brings stays", async () => {
  on.emulator.changeOutside(on.id, { ...FOREIGN, perform_change_at: secondsFromNow(6) });
  await on.apply(SCHEDULED);
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "pending"]);
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", new_search_server_version: null });
});

test("a change of an untouched cluster is left alone; once it runs, it shows as drift", async () => {
  on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 5 * 86_400, new_memory: "16_gb" });
  await on.empty();
  on.emulator.advance(8 * 86_400);
  const { actions, before, after } = await on.change();
  expect(actions).toEqual(["update"]);
  expect([before?.memory, after?.memory]).toEqual(["16_gb", "8_gb"]);
});

test("what the service refuses for good is requested once and reported, and nothing is lost", async () => {
  const message = "This pair is sold out";
  on.emulator.addFault({ match: { ...POST, times: 0 }, effect: { kind: "status", status: 422, message } });
  expect(await on.apply(SCHEDULED, 1)).toContain(message);
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
  expect(on.changes()).toEqual([]);
  on.emulator.clearFaults();
  expect((await on.change()).actions).toEqual(["update"]);
});

test("gone between plan and apply: an error, and nothing is created", async () => {
  await on.write(SCHEDULED);
  await on.workspace.plan(["-out=plan.out"]);
  on.emulator.terminateOutside(on.id);
  const { output } = await on.workspace.apply(["plan.out"], { expect: 1 });
  expect(output).toContain(`Cluster ${on.id} is gone`);
  expect(on.wrote()).toEqual([]);
});

test("one that follows ours and has ended shows as drift at once, and an edit does not undo it silently", async () => {
  const unawaited = { schedule: "change_schedule {\n wait = false\n}" };
  await on.apply({ ...SMALL, memory: '"16_gb"', ...unawaited });
  on.emulator.advance(60);
  on.emulator.changeOutside(on.id, {
    perform_change_at: secondsFromNow(5),
    new_memory: "32_gb",
    new_vcpu: "4_vcpus",
  });
  on.emulator.advance(60);
  const { before, after } = await on.change();
  expect([before?.memory, after?.memory]).toEqual(["32_gb", "16_gb"]);
  const edited = {
    ...SMALL,
    memory: '"32_gb"',
    vcpu: '"4_vcpus"',
    search_server_version: '"31.0"',
    ...unawaited,
  };
  on.emulator.clearJournal();
  await on.apply(edited);
  expect(on.posted()).toEqual([{ new_search_server_version: "31.0" }]);
});
