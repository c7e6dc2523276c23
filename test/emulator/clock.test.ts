import { createClock } from "../../src/emulator/clock";

describe("the emulator's clock", () => {
  test("runs so many times as fast as real time, from the given start", () => {
    let real = 5_000;
    const clock = createClock({ mode: "real", speed: 600, start: 1_000_000 }, () => real);
    expect(clock.now()).toBe(1_000_000);
    real = 5_500;
    expect(clock.now()).toBe(1_300_000);
    clock.advance(1_000);
    clock.advance(500);
    expect(clock.now()).toBe(1_301_500);
  });

  test("starts at the real time and runs with it when nothing is said", () => {
    let real = 1_798_761_600_000;
    const clock = createClock({ mode: "real" }, () => real);
    real += 7;
    expect(clock.now()).toBe(1_798_761_600_007);
  });

  test("never goes back, even when real time does", () => {
    let real = 5_000;
    const clock = createClock({ mode: "real", start: 0 }, () => real);
    real = 6_000;
    clock.now();
    real = 4_000;
    expect(clock.now()).toBe(1_000);
  });

  test("stands still by hand, and a request moves it in mode step only", () => {
    const manual = createClock({ mode: "manual", start: 10 });
    manual.requestArrived();
    expect(manual.now()).toBe(10);
    const step = createClock({ mode: "step", start: 10, stepPerRequest: 60_000 });
    step.requestArrived();
    step.requestArrived();
    expect(step.now()).toBe(120_010);
  });

  test.each([
    [{ mode: "real", speed: 600, start: 0 } as const, 60_000, 1, 599 * 500],
    [{ mode: "real", speed: 1, start: 0 } as const, 60_000, 60, 0],
    [{ mode: "real", speed: 0.5, start: 0 } as const, 60_000, 120, 0],
    [{ mode: "manual", start: 0 } as const, 59_001, 60, 0],
    [{ mode: "step", start: 0, stepPerRequest: 5 } as const, 1, 1, 0],
  ])("%j: %i ms pass in %i real seconds, and a request may be %i ms late", (options, by, seconds, slack) => {
    const clock = createClock(options, () => 0);
    expect([clock.realSeconds(by), clock.slack()]).toEqual([seconds, slack]);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("cannot be advanced by %p", (milliseconds) => {
    expect(() => createClock({ mode: "manual", start: 0 }).advance(milliseconds)).toThrow(RangeError);
  });

  test.each([0, -3, Number.NaN])("cannot have speed %p", (speed) => {
    expect(() => createClock({ mode: "real", speed })).toThrow(`a number above 0, not ${speed}`);
  });
});
