import { ASSUMPTIONS, defaultAssumptions, withAssumptions } from "../../../src/emulator/domain/assumptions";
import { type ClockMode, createClock } from "../../../src/emulator/domain/clock";
import { durationOf, spread } from "../../../src/emulator/domain/derived";
import { createJournal, MAX_ENTRIES } from "../../../src/emulator/domain/journal";
import { createStore } from "../../../src/emulator/domain/store/cluster";

describe("the emulator's clock", () => {
  test("runs at a multiple of real time, from the given start", () => {
    let real = 5_000;
    const clock = createClock({ mode: "real", speed: 600, start: 1_000_000 }, () => real);
    expect(clock.now()).toBe(1_000_000);
    real = 5_500;
    expect(clock.now()).toBe(1_300_000);
    clock.advance(1_000);
    clock.advance(500);
    expect(clock.now()).toBe(1_301_500);
  });

  test("starts at the real time and runs with it by default, but never back", () => {
    let real = 1_798_761_600_000;
    const clock = createClock({ mode: "real" }, () => real);
    real += 7;
    expect(clock.now()).toBe(1_798_761_600_007);
    real -= 5;
    expect(clock.now()).toBe(1_798_761_600_007);
  });

  test("stands still in mode manual, and a request moves it in mode step only", () => {
    const manual = createClock({ mode: "manual", start: 10 });
    const step = createClock({ mode: "step", start: 10, stepPerRequest: 60_000 });
    for (const clock of [manual, step, step]) clock.requestArrived();
    expect([manual.now(), step.now()]).toEqual([10, 120_010]);
  });

  const rows: [options: ClockMode, by: number, seconds: number, slack: number][] = [
    [{ mode: "real", speed: 600 }, 60_000, 1, 599 * 500],
    [{ mode: "real", speed: 1 }, 60_000, 60, 0],
    [{ mode: "real", speed: 0.5 }, 60_000, 120, 0],
    [{ mode: "manual", start: 0 }, 59_001, 60, 0],
  ];
  test.each(rows)(
    "%j: %i ms pass in %i real seconds, and a request may be %i ms late",
    (options, by, ...expected) => {
      const clock = createClock(options, () => 0);
      expect([clock.realSeconds(by), clock.slack()]).toEqual(expected);
    },
  );

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("cannot be advanced by %p", (milliseconds) => {
    expect(() => createClock({ mode: "manual", start: 0 }).advance(milliseconds)).toThrow(RangeError);
  });

  test.each([0, -3, Number.NaN])("cannot have speed %p", (speed) => {
    expect(() => createClock({ mode: "real", speed })).toThrow(`a number above 0, not ${speed}`);
  });
});

const LETTERS = /^[a-z0-9]{16}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids have the form of their kind, differ, and are the same in every run", () => {
  const kinds = [
    ["cluster", LETTERS],
    ["change", LETTERS],
    ["clone", LETTERS],
    ["parameter", UUID],
  ] as const;
  const idsOf = (store: ReturnType<typeof createStore>) =>
    kinds.map(([kind]) => Array.from({ length: 300 }, () => store.nextId(kind)));
  const ids = idsOf(createStore());
  expect(new Set(ids.flat()).size).toBe(1_200);
  for (const [place, [, shape]] of kinds.entries()) {
    expect(ids[place]?.filter((id) => !shape.test(id))).toEqual([]);
  }
  expect(idsOf(createStore())).toEqual(ids);
});

test("numbers are spread over the whole range", () => {
  const numbers = Array.from({ length: 2_000 }, (_, index) => spread(`text ${index}`, 10));
  const counts = Array.from({ length: 10 }, (_, number) => numbers.filter((one) => one === number).length);
  expect(Math.min(...counts)).toBeGreaterThan(140);
});

test("a duration is fixed, or lies within its range, always the same for one id, not the same for all", () => {
  expect(durationOf("any", 17, [240, 360])).toBe(17_000);
  const times = Array.from({ length: 2_000 }, (_, index) => durationOf(`id ${index}`, 0, [240, 360]));
  expect([Math.min(...times), Math.max(...times)]).toEqual([240_000, 360_000]);
  expect(durationOf("id 7", 0, [240, 360])).toBe(times[7]);
});

test("the journal drops the oldest requests, the others keep their numbers, and what it shows is a copy", () => {
  const journal = createJournal();
  const entry = { at: "", method: "GET", path: "/account", query: {}, operation: "getAccount", key: "admin" };
  for (let number = 1; number <= MAX_ENTRIES + 2; number++) {
    journal.begin({ ...entry, body: null, done: true, status: 200, faults: [] });
  }
  (journal.entries() as unknown[]).length = 0;
  const entries = journal.entries();
  expect([entries.length, entries[0]?.number, entries.at(-1)?.number]).toEqual([10_000, 3, 10_002]);
});

describe("the assumptions", () => {
  test("each asks a question, and has another answer than its default", () => {
    const odd = Object.entries(ASSUMPTIONS).filter(([, { question, alternatives }]) => {
      const several = alternatives.length > 1 && new Set<unknown>(alternatives).size === alternatives.length;
      return !question.includes("?") || !several;
    });
    expect(odd).toEqual([]);
  });

  test("a change of one leaves the others at their defaults", () => {
    const changed = withAssumptions(defaultAssumptions(), { second_terminate: "404" });
    expect(changed).toEqual({ ...defaultAssumptions(), second_terminate: "404" });
    expect(defaultAssumptions()).toMatchObject({ second_terminate: "422", termination_step_seconds: 60 });
  });

  test.each([
    ["second_terminate", 201, 'cannot be 201. Allowed: "422", "201", "404".'],
    ["termination_step_seconds", -1, "cannot be -1. Allowed: 60, 0, 86400 or another integer of at least 0."],
    ["termination_step_seconds", "60", 'cannot be "60".'],
    ["latest_server_version", "", 'cannot be "". Allowed: "30.2", "31.0" or another string.'],
    [
      "retry_afterwards",
      "absent",
      'Unknown assumption "retry_afterwards". Known assumptions: provisioning_seconds,',
    ],
    ["__proto__", "absent", 'Unknown assumption "__proto__".'],
  ])("%s = %p is rejected with the allowed answers", (name, value, message) => {
    expect(() => withAssumptions(defaultAssumptions(), Object.fromEntries([[name, value]]))).toThrow(message);
  });

  test("durations and strings accept unlisted values", () => {
    const changes = { provisioning_seconds: 17, latest_server_version: "32.1" };
    expect(withAssumptions(defaultAssumptions(), changes)).toMatchObject(changes);
  });
});
