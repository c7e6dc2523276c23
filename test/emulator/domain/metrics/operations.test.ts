import { seriesOf, timestampsOf } from "../../../../src/emulator/domain/metrics/operations";
import { call, emulatorsOf, refusal, START, storedCluster } from "../../support";

const start = emulatorsOf({ memory: "8_gb", vcpu: "2_vcpus", provisioned_at: 1_790_000_000 });
const metrics = async (query: string, more: object = {}) =>
  call(await start({}, more), `GET /clusters/abc/metrics?${query}`);
const namesOf = (body: unknown) => Object.keys((body as { metrics: object }).metrics);

describe("getClusterMetrics", () => {
  test("answers every field of the document, and no other, and is not to be stored", async () => {
    const answer = await metrics("metrics=search_latency_ms&window=24h", { high_availability: "yes" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const width = 1_800_000;
    const timestamps = Array.from({ length: 48 }, (_, place) => 1_798_761_600_000 - (47 - place) * width);
    const series = (node: number) => {
      const hostname = `abc-${node}.a1.searchcloud.example`;
      return { hostname, timestamps, values: expect.any(Array) };
    };
    expect(answer.body).toEqual({
      cluster_id: "abc",
      window: "24h",
      aggregation: "avg",
      resolution: "30m",
      timestamp_unit: "epoch_milliseconds",
      metrics: { search_latency_ms: { 0: series(1), 1: series(2), 2: series(3) } },
    });
  });

  const FIVE =
    "system_memory_used_bytes,system_memory_total_bytes,system_disk_used_bytes,system_disk_total_bytes,search_latency_ms";
  test("five are allowed, lowercased, each once", async () => {
    const { status, body } = await metrics(`metrics=${FIVE},Search_LATENCY_MS&window=1h&aggregation=p95`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ aggregation: "p95" });
    expect(namesOf(body)).toEqual(FIVE.split(","));
  });

  test.each([
    ["", "metrics is required; window is required"],
    ["metrics=&window=1h", expect.stringMatching(/^metrics must not name ""; there are system_memory_used/)],
    ["metrics=A&window=1h", expect.stringMatching(/^metrics must not name "a"; there are /)],
    [`metrics=${FIVE},pending_write_batches&window=1h`, "metrics must name 1 to 5 metrics, not 6"],
    ["metrics=search_latency_ms&window=2h", "window must be one of 1h, 3h, 24h, 7d, 30d"],
    ["metrics=search_latency_ms&window=1h&aggregation=sum", "aggregation must be one of avg, max, min, p95"],
  ])("?%s answers 400", async (query, message) => {
    const answer = await metrics(query);
    expect(answer).toMatchObject(refusal(400, message));
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("a cluster that is not in service has no nodes to show", async () => {
    const starting = { provisioned_at: undefined, status: "provisioning" };
    const answer = await metrics("metrics=search_latency_ms&window=1h", starting);
    expect(answer).toMatchObject({ status: 200, body: { metrics: { search_latency_ms: {} } } });
  });
});

const cluster = storedCluster({ provisionedAt: 0, inServiceAt: START - 3_600_000 });
const GIGABYTE = 1_073_741_824;
const moments = timestampsOf("3h", START);
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

test("values are missing before the cluster is in service; the same times have the same values on one node", () => {
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
  const buckets = timestampsOf(window, START + width - 1);
  expect(buckets).toEqual(Array.from({ length: count }, (_, place) => START - (count - 1 - place) * width));
  expect(timestampsOf(window, START + width)).toEqual([...buckets.slice(1), START + width]);
  const latency = { name: "search_latency_ms", aggregation: "avg" } as const;
  for (const node of ["a", "b", "c", "d"]) {
    const { values } = seriesOf({ ...cluster, inServiceAt: 0 }, node, latency, buckets);
    expect(values).toContain(null);
    expect(values.filter((value) => value !== null).length).toBeGreaterThan(40);
  }
});
