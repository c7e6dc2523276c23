import type { EmulatorServerOptions } from "../../../src/emulator";
import type { Lines } from "../support";
import {
  at,
  CALM,
  CHANGE,
  CREATE,
  DAY,
  having,
  LATER,
  PAGES,
  SCHEDULED,
  SMALL,
  type Stage,
  staged,
  THREE,
} from "./kit";

/**
 * Stories under the answers that the documents leave open (docs/design/laws.md#l10). The rows do not depend on each other, so
 * each set has one answer of every row, and each story runs under the sets whose rows it reaches.
 */
type Answers = NonNullable<EmulatorServerOptions["assumptions"]>;
const SETS: readonly [first: Answers, second: Answers, third: Answers] = [
  {
    second_change_status: "400",
    past_perform_change_at: "422",
    status_during_change: "initializing",
    unrequested_new: "derived",
    size_fields_demanded: "yes",
    restart_body: "400",
    live_regions_lag: 300,
    region_node_counts: "several_regions",
    cancel_too_late: "400",
    change_out_of_service: "400",
    completed_at_of_canceled: "value",
    no_notification_addresses: "null",
    failed_change_leaves: "nothing",
    list_order: "oldest_first",
    parameters_taken_over: "end",
    parameter_times: "epoch_seconds",
  },
  {
    second_change_status: "409",
    status_during_change: "initializing",
    unrequested_new: "filled",
    region_node_counts: "none",
    failed_change_leaves: "everything",
    list_order: "by_id",
    auto_upgrade_shows: "record",
    parameters_before_service: "422",
  },
  // A size is required, and every field is filled in.
  { size_fields_demanded: "yes", restart_body: "400", unrequested_new: "filled", live_regions_lag: 300 },
];
const [FIRST, SECOND, THIRD] = SETS;

let on: Stage;
afterEach(() => on.close());

test.each([FIRST, SECOND])(
  "a pending change is extended, edited back, requested again, cancelled outside and completed: %j",
  async (assumptions) => {
    const size = { ...THREE, memory: '"16_gb"', ...at(LATER) };
    const more = { ...size, high_availability_node_count: "5", search_server_version: '"31.0"' };
    on = await staged({ ...THREE, ...at(LATER) }, assumptions);
    on.emulator.setAssumptions({ latest_server_version: "31.0" });
    await on.empty();
    expect(await on.resized(size)).toEqual([{ new_memory: "16_gb" }]);
    expect(await on.resized(more)).toEqual([
      { new_memory: "16_gb", new_search_server_version: "31.0", new_high_availability_node_count: 5 },
    ]);
    const back = { search_server_version: '"30.2"', high_availability_node_count: "3" };
    expect(await on.resized({ ...THREE, ...back, ...at(LATER) })).toEqual([]);
    expect(on.changes().filter(({ status }) => status === "pending")).toEqual([]);
    await on.apply(more);
    on.emulator.cancelOutside(on.id, on.lastChange().id);
    expect((await on.change()).actions).toEqual(["update"]);
    expect(await on.resized(more)).toHaveLength(1);
    on.emulator.advance(12 * DAY);
    await on.empty();
    await on.apply();
    expect(await on.values()).toMatchObject({
      pending_change: null,
      region_node_counts: { oregon: 5 },
      live: { memory: "16_gb", search_server_version: "31.0", region_node_counts: { oregon: 5 } },
    });
    on.wrote();
    await on.empty();
    expect(on.wrote()).toEqual([]);
  },
);

test("a change without a size is created, awaited and shown", async () => {
  on = await staged(THREE, THIRD);
  await on.apply({ ...THREE, high_availability_node_count: "5" });
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded"]);
  await on.empty();
  expect(await on.values()).toMatchObject({
    pending_change: null,
    live: { region_node_counts: { oregon: 5 } },
  });
});

test("a network is turned on, and the plan stays empty before, during and after", async () => {
  const network: Lines = {
    ...SMALL,
    regions: '["oregon", "paris", "tokyo"]',
    search_delivery_network: '"3_regions"',
    ...at(LATER),
  };
  on = await staged(CALM, { ...FIRST, change_seconds: 1_000 });
  expect(await on.resized(network)).toHaveLength(1);
  on.emulator.beginChange(on.id, on.lastChange().id);
  await on.empty();
  on.emulator.advance(1_100);
  await on.empty();
  on.emulator.advance(1_100);
  await on.empty();
  await on.apply();
  await on.empty();
  expect(await on.values()).toMatchObject({ high_availability: true, load_balancing: true });
});

test("a second change from outside is found and superseded", async () => {
  on = await staged(CALM, SECOND);
  on.emulator.race({
    match: { operation: "createConfigurationChange" },
    when: "before",
    do: {
      change: { perform_change_at: on.inSeconds(30 * DAY), new_memory: "32_gb", new_vcpu: "8_vcpus" },
    },
  });
  await on.apply({ ...CALM, memory: '"16_gb"' });
  expect(on.changes().map(({ status, new_memory }) => [status, new_memory])).toEqual([
    ["canceled", "32_gb"],
    ["pending", "16_gb"],
  ]);
  await on.empty();
});

test("a failed change is drift, and the next apply reaches the configuration", async () => {
  on = await staged(CALM, SECOND);
  await on.apply({ ...CALM, memory: '"16_gb"', gpu: "false", search_server_version: '"30.2"' });
  on.emulator.failNextChange(on.id);
  on.emulator.advance(12 * DAY);
  const next = { ...SMALL, memory: '"16_gb"', ...at("2026-12-24T02:00:00Z") };
  expect(await on.apply(next)).toContain("has failed");
  await on.empty();
  on.emulator.advance(30 * DAY);
  await on.empty();
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "2_vcpus" }]);
});

test.each([FIRST, SECOND])(
  "parameters of a new cluster, their restart with a size besides, and back: every plan in between is empty: %j",
  async (assumptions) => {
    on = await staged(having(PAGES, CALM), assumptions);
    expect(on.created.writes).toEqual(expect.arrayContaining(["createCluster", CREATE, CHANGE]));
    await on.empty();
    await on.apply(having(PAGES, SCHEDULED));
    await on.empty();
    await on.apply(having(PAGES, CALM));
    await on.empty();
    expect(on.changes().map(({ status }) => status)).toEqual(["canceled", "canceled", "pending"]);
    on.emulator.advance(12 * DAY);
    await on.empty();
    expect(on.runningParameters()).toEqual(PAGES);
    expect(on.emulator.state().clusters).toMatchObject([{ memory: "8_gb", status: "in_service" }]);
  },
);
