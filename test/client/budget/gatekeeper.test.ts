import { createGatekeeper, sharedGatekeeper } from "../../../src/client/budget/gatekeeper";
import { InterruptedError } from "../../../src/http/clock";
import { memoryLog, never, rejection } from "../kit/client";
import { START, settled, TestClock } from "../kit/clock";

const noChance = () => 0;

/** Enters `count` times, each answered at once; notes the second at which each came through. */
function enterMany(gate: ReturnType<typeof createGatekeeper>, clock: TestClock, count: number) {
  const through: [number, number][] = [];
  const log = memoryLog();
  const all = Array.from({ length: count }, async (_, number) => {
    const done = await gate.enter(never(), log);
    through.push([number, (clock.now() - START) / 1000]);
    done();
  });
  return { through, log, all: Promise.all(all) };
}

test("says once how long it waits, and why", async () => {
  const clock = new TestClock();
  const { log, all } = enterMany(createGatekeeper(clock, noChance, 1), clock, 3);
  await all;
  expect(log.entries.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "info: Waiting 60 s: the budget of 1 requests per minute is used up",
    "info: Waiting 60 s: the budget of 1 requests per minute is used up",
  ]);
});

test("a 429 closes it for everybody, and those who wait learn of a new moment", async () => {
  const clock = new TestClock("manual");
  const gate = createGatekeeper(clock, noChance, 1);
  const done = await gate.enter(never(), memoryLog());
  done();
  const { through } = enterMany(gate, clock, 1);
  await clock.advance(1_000);
  gate.closeFor(64_000);
  await clock.advance(63_999);
  expect(through).toEqual([]);
  await clock.advance(1);
  expect(through).toEqual([[0, 65]]);
});

test("opens a little late by chance, so that not all processes come back at once", async () => {
  const clock = new TestClock();
  const gate = createGatekeeper(clock, () => 0.5, 0);
  gate.closeFor(10_000);
  const { through, all } = enterMany(gate, clock, 1);
  await all;
  expect(through).toEqual([[0, 10.5]]);
});

test("a stop ends the wait of its own request at once, and the others keep their order", async () => {
  const clock = new TestClock("manual");
  const gate = createGatekeeper(clock, noChance, 1);
  (await gate.enter(never(), memoryLog()))();
  const stop = new AbortController();
  const stopped = rejection(gate.enter(stop.signal, memoryLog()));
  const { through } = enterMany(gate, clock, 1);
  stop.abort();
  expect(await stopped).toBeInstanceOf(InterruptedError);
  await clock.advance(60_000);
  expect(through).toEqual([[0, 60]]);
});

test("a stop of the last one who waits leaves no timer behind", async () => {
  const clock = new TestClock("manual");
  const gate = createGatekeeper(clock, noChance, 1);
  (await gate.enter(never(), memoryLog()))();
  const stop = new AbortController();
  const stopped = rejection(gate.enter(stop.signal, memoryLog()));
  expect(clock.sleeping).toBe(1);
  stop.abort();
  await stopped;
  await settled();
  expect(clock.sleeping).toBe(0);
});

test("who has stopped already does not enter", async () => {
  const gate = createGatekeeper(new TestClock(), noChance, 0);
  expect(await rejection(gate.enter(AbortSignal.abort(), memoryLog()))).toBeInstanceOf(InterruptedError);
});

describe("the gates of a process", () => {
  const identity = { baseUrl: "https://a.example", apiKey: "k" };

  test("are one per base URL and key", () => {
    const clock = new TestClock();
    const gate = sharedGatekeeper(identity, clock, noChance, 30);
    expect(sharedGatekeeper({ ...identity }, clock, noChance, 30)).toBe(gate);
    expect(sharedGatekeeper({ ...identity, apiKey: "l" }, clock, noChance, 30)).not.toBe(gate);
    expect(sharedGatekeeper({ ...identity, baseUrl: "https://b.example" }, clock, noChance, 30)).not.toBe(
      gate,
    );
  });

  test("keep to the stricter of two budgets", async () => {
    const clock = new TestClock();
    sharedGatekeeper(identity, clock, noChance, 30);
    const gate = sharedGatekeeper(identity, clock, noChance, 1);
    const { through, all } = enterMany(gate, clock, 2);
    await all;
    expect(through).toEqual([
      [0, 0],
      [1, 60],
    ]);
  });
});

test("after a closure one request goes first, and the others after its answer", async () => {
  const clock = new TestClock("manual");
  const gate = createGatekeeper(clock, noChance, 0);
  gate.closeFor(1_000);
  const through: string[] = [];
  const enter = async (name: string) => {
    const done = await gate.enter(never(), memoryLog());
    through.push(name);
    return done;
  };
  const first = enter("first");
  const others = [enter("second"), enter("third")];
  await clock.advance(1_000);
  expect(through).toEqual(["first"]);
  (await first)();
  await Promise.all(others);
  expect(through).toEqual(["first", "second", "third"]);
});
