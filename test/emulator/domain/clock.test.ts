import { type ClockOptions, createClock } from "../../../src/emulator/domain/clock";

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

  test("starts at the real time and runs with it by default, but never back", () => {
    let real = 1_798_761_600_000;
    const clock = createClock({ mode: "real" }, () => real);
    real += 7;
    expect(clock.now()).toBe(1_798_761_600_007);
    real -= 5;
    expect(clock.now()).toBe(1_798_761_600_007);
  });

  test("stands still by hand, and a request moves it in mode step only", () => {
    const manual = createClock({ mode: "manual", start: 10 });
    const step = createClock({ mode: "step", start: 10, stepPerRequest: 60_000 });
    for (const clock of [manual, step, step]) clock.requestArrived();
    expect([manual.now(), step.now()]).toEqual([10, 120_010]);
  });

  const rows: [options: ClockOptions, by: number, seconds: number, slack: number][] = [
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
