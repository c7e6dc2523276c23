const DAY = 86_400_000;
/** In the order of Date.UTC. */
const PARTS = ["year", "month", "day", "hour", "minute", "second"] as const;

/** What the clocks of a timezone show at a moment: that date and time of day, as milliseconds as if they were UTC. */
export type WallClock = (moment: number) => number;

/** @throws RangeError when the timezone is unknown. */
export function wallClock(timezone: string): WallClock {
  const numeric = Object.fromEntries(PARTS.map((part) => [part, "numeric"])) as Intl.DateTimeFormatOptions;
  const format = new Intl.DateTimeFormat("en-US", { ...numeric, timeZone: timezone, hourCycle: "h23" });
  return (moment) => {
    const values = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const [year = Number.NaN, month = Number.NaN, ...rest] = PARTS.map(
      (part) => values.get(part) ?? Number.NaN,
    );
    return Date.UTC(year, month - 1, ...rest);
  };
}

/**
 * The moment at which the clocks show `wanted`: the first one when they show it twice, the next one that exists when they
 * skip it (docs/design/laws.md#l4).
 */
export function firstShowing(clock: WallClock, wanted: number): number {
  const offsets = [wanted - DAY, wanted + DAY].map((near) => clock(near) - near);
  const shown = offsets.map((offset) => wanted - offset).filter((moment) => clock(moment) === wanted);
  if (shown.length > 0) return Math.min(...shown);
  let before = wanted - Math.max(...offsets);
  let after = wanted - Math.min(...offsets);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle) < wanted) before = middle;
    else after = middle;
  }
  return after;
}
