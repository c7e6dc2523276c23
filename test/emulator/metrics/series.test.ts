import { bucketsOf, seriesOf } from "../../../src/emulator/metrics/series";
import { START, storedCluster } from "../support";

const cluster = storedCluster({ provisionedAt: 0, inServiceAt: START - 3_600_000 });
const GIGABYTE = 1_073_741_824;
const NAMES: [name: string, minimum: number, maximum: number, whole: boolean][] = [
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
];
const moments = bucketsOf("3h", START);
const valuesOf = (name: string, aggregation: "avg" | "max" | "min" | "p95", hostname = "node") =>
  seriesOf(cluster, hostname, { name, aggregation }, moments).values;

test.each(NAMES)("%s lies between %p and %p", (name, minimum, maximum, whole) => {
  const numbers = valuesOf(name, "avg").filter((value) => value !== null);
  expect(numbers.length).toBeGreaterThan(100);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(minimum);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(maximum);
  expect(new Set(numbers).size > 1).toBe(minimum !== maximum);
  if (whole) expect(numbers.filter((value) => !Number.isInteger(value))).toEqual([]);
});

test.each(NAMES.map(([name]) => name))("%s: min ≤ avg ≤ p95 ≤ max, missing at the same moments", (name) => {
  const rows = (["min", "avg", "p95", "max"] as const).map((aggregation) => valuesOf(name, aggregation));
  for (const [place] of moments.entries()) {
    const column = rows.map((values) => values[place] ?? null);
    if (column.includes(null)) expect(column).toEqual([null, null, null, null]);
    else expect(column).toEqual([...column].sort((left, right) => Number(left) - Number(right)));
  }
});

test("values are missing before the cluster was in service, and now and then after", () => {
  const values = valuesOf("search_latency_ms", "avg");
  const from = moments.findIndex((moment) => moment >= cluster.inServiceAt);
  expect(values.slice(0, from).filter((value) => value !== null)).toEqual([]);
  const gaps = values.slice(from).filter((value) => value === null).length;
  expect(gaps).toBeGreaterThan(0);
  expect(gaps).toBeLessThan(20);
});

test.each(["1h", "3h", "24h", "7d", "30d"] as const)(
  "some values are missing in every window of %s",
  (window) => {
    const old = { ...cluster, inServiceAt: 0 };
    const asked = { name: "search_latency_ms", aggregation: "avg" } as const;
    for (const node of ["a", "b", "c", "d"]) {
      const { values } = seriesOf(old, node, asked, bucketsOf(window, START));
      expect(values).toContain(null);
      expect(values.filter((value) => value !== null).length).toBeGreaterThan(40);
    }
  },
);

test("the same moments have the same values, another node has others", () => {
  expect(valuesOf("search_latency_ms", "avg")).toEqual(valuesOf("search_latency_ms", "avg"));
  expect(valuesOf("search_latency_ms", "avg", "other")).not.toEqual(valuesOf("search_latency_ms", "avg"));
});

test("buckets are whole, whenever it is asked", () => {
  expect(bucketsOf("1h", START + 29_999)).toEqual(bucketsOf("1h", START));
  expect(bucketsOf("1h", START + 30_000).slice(0, -1)).toEqual(bucketsOf("1h", START).slice(1));
});
