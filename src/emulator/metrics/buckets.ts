import { METRIC_RESOLUTIONS, type MetricWindow } from "../../api/enumerations";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WIDTHS = { "30s": MINUTE / 2, "30m": 30 * MINUTE, "1h": HOUR } as const;
const LENGTHS: Readonly<Record<MetricWindow, number>> = {
  "1h": HOUR,
  "3h": 3 * HOUR,
  "24h": 24 * HOUR,
  "7d": 7 * 24 * HOUR,
  "30d": 30 * 24 * HOUR,
};

/** The moments (epoch milliseconds) of a window that ends at `now`: one per bucket, on whole buckets. */
export function bucketsOf(window: MetricWindow, now: number): number[] {
  const width = WIDTHS[METRIC_RESOLUTIONS[window]];
  const last = Math.floor(now / width) * width;
  const count = LENGTHS[window] / width;
  return Array.from({ length: count }, (_, place) => last - (count - 1 - place) * width);
}
