const DAY = 86_400_000;

/** What the clocks of a timezone show at a moment: that date and time of day, as milliseconds as if they were UTC. */
export type WallClock = (moment: number) => number;

/** @throws RangeError when the timezone is unknown. */
export function wallClock(timezone: string): WallClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
    return Date.UTC(
      read("year"),
      read("month") - 1,
      read("day"),
      read("hour"),
      read("minute"),
      read("second"),
    );
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
