import { bucketsOf, seriesOf } from "../../../../src/emulator/domain/metrics/series";
import { START, storedCluster } from "../../support";

const cluster = storedCluster({ provisionedAt: 0, inServiceAt: START - 3_600_000 });
const GIGABYTE = 1_073_741_824;
const moments = bucketsOf("3h", START);
const valuesOf = (name: string, aggregation: "avg" | "max" | "min" | "p95", hostname = "node") =>
  seriesOf(cluster, hostname, { name, aggregation }, moments).values;

test.each([
  ["system_memory_used_bytes", 0, 8 * GIGABYTE, true],
  ["system_memory_total_bytes", 8 * GIGABYTE, 8 * GIGABYTE, true],
  ["typesense_memory_active_bytes", 0, 8 * GIGABYTE, true],
  ["system_swap_used_bytes", 0, 4 * GIGABYTE, true],
  ["system_swap_total_bytes", 4 * GIGABYTE, 4 * GIGABYTE, true],
  ["system_cpu_active_percentage", 0, 100, false],
  ["search_latency_ms", 1, 60, false],
  ["search_requests_per_second", 0, 200, false],
  ["system_network_received_bytes_rate", 1_000, 5_000_000, false],
  ["system_network_sent_bytes_rate", 1_000, 9_000_000, false],
  ["system_disk_used_bytes", 1, 40 * GIGABYTE, true],
  ["system_disk_total_bytes", 40 * GIGABYTE, 40 * GIGABYTE, true],
  ["pending_write_batches", 0, 30, true],
] as const)("%s lies between %p and %p, and min ≤ avg ≤ p95 ≤ max", (name, minimum, maximum, whole) => {
  const numbers = valuesOf(name, "avg").filter((value) => value !== null);
  expect(numbers.length).toBeGreaterThan(100);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(minimum);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(maximum);
  expect(new Set(numbers).size > 1).toBe(minimum !== maximum);
  if (whole) expect(numbers.every(Number.isInteger)).toBe(true);
  const rows = (["min", "avg", "p95", "max"] as const).map((aggregation) => valuesOf(name, aggregation));
  for (const [place] of moments.entries()) {
    const column = rows.map((values) => values[place] ?? null);
    if (column.includes(null)) expect(column).toEqual([null, null, null, null]);
    else expect(column).toEqual([...column].sort((left, right) => Number(left) - Number(right)));
  }
});

test("values are missing before the cluster was in service; the same moments have the same, on one node", () => {
  const values = valuesOf("search_latency_ms", "avg");
  const from = moments.findIndex((moment) => moment >= cluster.inServiceAt);
  expect(from).toBeGreaterThan(0);
  expect(values.slice(0, from).filter((value) => value !== null)).toEqual([]);
  expect(valuesOf("search_latency_ms", "avg")).toEqual(values);
  expect(valuesOf("search_latency_ms", "avg", "other")).not.toEqual(values);
});

test.each([
  ["1h", 120, 30_000],
  ["3h", 360, 30_000],
  ["24h", 48, 1_800_000],
  ["7d", 168, 3_600_000],
  ["30d", 720, 3_600_000],
] as const)("a window of %s has %i whole buckets, some without a value", (window, count, width) => {
  const buckets = bucketsOf(window, START + width - 1);
  expect(buckets).toEqual(Array.from({ length: count }, (_, place) => START - (count - 1 - place) * width));
  expect(bucketsOf(window, START + width)).toEqual([...buckets.slice(1), START + width]);
  const latency = { name: "search_latency_ms", aggregation: "avg" } as const;
  for (const node of ["a", "b", "c", "d"]) {
    const { values } = seriesOf({ ...cluster, inServiceAt: 0 }, node, latency, buckets);
    expect(values).toContain(null);
    expect(values.filter((value) => value !== null).length).toBeGreaterThan(40);
  }
});
