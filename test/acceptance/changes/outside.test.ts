import { cluster, explicit, type Lines } from "../support";
import {
  CALM,
  CHANGE,
  DAY,
  having,
  LARGER,
  LATER_SECONDS,
  PAGES,
  REPLACED,
  SCHEDULED,
  SMALL,
  type Stage,
  staged,
} from "./kit";

/** Changes by other clients, before and during those of this configuration (docs/design/laws.md#l3, #l11). */
let on: Stage;
const FOREIGN = { perform_change_at: LATER_SECONDS - 3600, new_search_server_version: "31.0" };
const EXACTLY = { new_memory: "16_gb", new_vcpu: "4_vcpus" };

beforeEach(async () => {
  on = await staged(CALM);
  on.emulator.setAssumptions({ latest_server_version: "31.0" });
});
afterEach(() => on.close());

test("superseded: its settings become part of the new change, with a warning", async () => {
  const id = on.emulator.changeOutside(on.id, FOREIGN);
  const said = await on.apply({ ...CALM, memory: '"16_gb"' });
  for (const words of [
    "Its other settings (search_server_version) become part of that one.",
    "a configuration change that was requested outside of Terraform has been superseded",
    id,
    "Its other settings (search_server_version) are part of this apply's change.",
  ])
    expect(said).toContain(words);
  expect(on.wrote()).toEqual(REPLACED);
  expect(on.lastChange()).toMatchObject({
    status: "pending",
    new_memory: "16_gb",
    new_search_server_version: "31.0",
    perform_change_at: LATER_SECONDS,
  });
  expect(await on.values()).toMatchObject({ memory: "16_gb", search_server_version: "30.2" });
  await on.empty();
});

test("exactly as configured, but due later: rescheduled; due in time: adopted, and the plan is empty", async () => {
  on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS + 3600, ...EXACTLY });
  const rescheduled = await on.apply(SCHEDULED);
  expect(rescheduled).toContain("and requests the same for the moment that change_schedule gives.");
  expect(rescheduled).toContain("has been rescheduled");
  expect(on.lastChange()).toMatchObject({ status: "pending", perform_change_at: LATER_SECONDS });
  await on.empty();
  await on.apply(CALM);
  on.wrote();
  const id = on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 3600, ...EXACTLY });
  expect(await on.apply(SCHEDULED)).toContain("Apply leaves it in place and requests no other change");
  expect(on.wrote()).toEqual([]);
  const pending = { memory: "16_gb", live: { memory: "8_gb" }, pending_change: { id } };
  expect(await on.values()).toMatchObject(pending);
  await on.empty();
});

test("about to begin: it runs first, and its result stays", async () => {
  on.emulator.changeOutside(on.id, { ...FOREIGN, perform_change_at: on.inSeconds(6) });
  expect(await on.apply(SCHEDULED)).toContain("It is about to begin. Apply waits for its end");
  expect(on.wrote()).toEqual([CHANGE]);
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "pending"]);
  expect(on.lastChange()).toMatchObject({ new_memory: "16_gb", new_search_server_version: null });
});

describe("the plan of an edited cluster reports a pending change by another client,", () => {
  const LIST = "listConfigurationChanges";
  const EDITS: readonly (readonly [what: string, Lines, fate: string])[] = [
    ["a rename", { name: '"catalog"' }, "Apply leaves it in place. Once it has begun, plans show"],
    ["auto-upgrade", { auto_upgrade_capacity: "true" }, "Apply leaves it in place."],
    ["a parameter", having(PAGES, CALM), "Apply leaves it in place and requests no other change:"],
    [
      "a size",
      { memory: '"16_gb"', vcpu: '"4_vcpus"' },
      "Apply cancels it, because a cluster has one change at a time, and requests its own. Its other settings (search_server_version) become part of that one.",
    ],
    ["another version", { search_server_version: '"30.1"' }, "This plan decides search_server_version."],
  ];

  test("and the effect of an apply on it, for one request", async () => {
    const id = on.emulator.changeOutside(on.id, FOREIGN);
    for (const [, lines, fate] of EDITS) {
      on.requests();
      const said = await on.plan({ ...CALM, ...lines });
      expect(said).toContain(
        `Cluster "products" (${on.id}) has a configuration change that was requested elsewhere`,
      );
      expect(said).toContain(
        `Configuration change ${id} (search_server_version 31.0, due 2026-12-01T01:00:00Z, pending)`,
      );
      expect(said).toContain(fate);
      expect(on.requests().filter((name) => name === LIST)).toHaveLength(1);
    }
    on.environment.SEARCHCLOUD_REFRESH_CHANGES = "false";
    const spared = await on.plan({ ...CALM, name: '"catalog"' });
    expect([spared.includes("requested elsewhere"), on.requests().includes(LIST)]).toEqual([false, false]);
  });

  test("or that this is unknown; the apply of a rename neither reads again nor changes it", async () => {
    const id = on.emulator.changeOutside(on.id, FOREIGN);
    on.emulator.addFault({
      match: { operation: LIST, times: 1 },
      effect: { kind: "status", status: 403, message: "Not for you" },
    });
    on.requests();
    const said = await on.apply({ ...CALM, name: '"catalog"' });
    expect(said).toContain(
      `The service does not say which changes are pending for cluster "products" (${on.id})`,
    );
    expect(on.requests().filter((name) => name === LIST)).toHaveLength(1);
    expect(on.changes()).toMatchObject([{ id, status: "pending" }]);
  });
});

test("with SEARCHCLOUD_REFRESH_CHANGES, a plan shows the changes that others have scheduled, and an apply cancels contrary ones", async () => {
  on.environment.SEARCHCLOUD_REFRESH_CHANGES = "true";
  const at = { perform_change_at: LATER_SECONDS - 3600 };
  const restart = on.emulator.changeOutside(on.id, at);
  await on.empty();
  on.emulator.cancelOutside(on.id, restart);
  on.emulator.changeOutside(on.id, { ...at, new_high_availability: "yes" });
  const calm = { ...CALM, high_availability: "false" };
  const { actions, before, after } = await on.change(calm);
  expect([actions, before?.high_availability, after?.high_availability]).toEqual([["update"], true, false]);
  on.wrote();
  await on.apply();
  expect(on.wrote()).toEqual(["cancelConfigurationChange"]);
  await on.empty();
});

test("a change of an unedited cluster is left alone; once it has run, it shows as drift", async () => {
  on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS - 5 * DAY, new_memory: "16_gb" });
  await on.empty();
  on.emulator.advance(8 * DAY);
  const { actions, before, after } = await on.change();
  expect([actions, before?.memory, after?.memory]).toEqual([["update"], "16_gb", "8_gb"]);
});

test("deleted between plan and apply: an error, and nothing is created", async () => {
  const said = await on.applyAfter(() => on.emulator.terminateOutside(on.id), SCHEDULED, 1);
  expect(said).toContain(`Cluster ${on.id} is gone`);
  expect(on.wrote()).toEqual([]);
});

test("a completed change after ours shows as drift at once, and an edit does not revert it silently", async () => {
  const unawaited = { ...SMALL, schedule: "change_schedule {\n wait = false\n}" };
  await on.apply({ ...unawaited, memory: '"16_gb"' });
  on.emulator.advance(60);
  const larger = { new_memory: "32_gb", new_vcpu: "4_vcpus" };
  on.emulator.changeOutside(on.id, { perform_change_at: on.inSeconds(5), ...larger });
  on.emulator.advance(60);
  const { before, after } = await on.change();
  expect([before?.memory, after?.memory]).toEqual(["32_gb", "16_gb"]);
  on.emulator.clearJournal();
  const edited = { ...unawaited, memory: '"32_gb"', vcpu: '"4_vcpus"' };
  await on.apply({ ...edited, search_server_version: '"31.0"' });
  expect(on.posted()).toEqual([{ new_search_server_version: "31.0" }]);
});

test("a resize and an explicit restart by another alias of the provider: both get through", async () => {
  const other = '}\nprovider "searchcloud" {\n  alias = "other"\n';
  const restart = explicit('provider = searchcloud.other\ntriggers = { on = "1" }', on.id, "restart");
  await on.write(`${cluster(LARGER)}\n${restart}`, other);
  await on.apply();
  expect(on.wrote().filter((name) => name === "cancelConfigurationChange")).toEqual([]);
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  await on.empty();
});
