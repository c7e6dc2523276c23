import { call, emulators } from "../support";

const start = emulators();
const METRICS = "/clusters/abc/metrics";
const NODES = [
  "abc-1.a1.searchcloud.example",
  "abc-2.a1.searchcloud.example",
  "abc-3.a1.searchcloud.example",
];
const cluster = {
  id: "abc",
  memory: "8_gb",
  vcpu: "2_vcpus",
  high_availability: "yes",
  provisioned_at: 1_790_000_000,
};
const begun = () => start({ seed: { clusters: [cluster] } });
type Series = { hostname: string; timestamps: number[]; values: (number | null)[] };
type Metrics = { [metric: string]: { [node: string]: Series } };
const metricsOf = (body: unknown) => (body as { metrics: Metrics }).metrics;

describe("getClusterMetrics", () => {
  test("answers every field of the document, and no other, and is not to be stored", async () => {
    const answer = await call(await begun(), `GET ${METRICS}?metrics=search_latency_ms&window=24h`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const series = (hostname: string) => ({
      hostname,
      timestamps: expect.any(Array),
      values: expect.any(Array),
    });
    expect(answer.body).toEqual({
      cluster_id: "abc",
      window: "24h",
      aggregation: "avg",
      resolution: "30m",
      timestamp_unit: "epoch_milliseconds",
      metrics: {
        search_latency_ms: {
          0: series(NODES[0] ?? ""),
          1: series(NODES[1] ?? ""),
          2: series(NODES[2] ?? ""),
        },
      },
    });
  });

  test.each([
    ["1h", "30s", 120, 30_000],
    ["3h", "30s", 360, 30_000],
    ["24h", "30m", 48, 1_800_000],
    ["7d", "1h", 168, 3_600_000],
    ["30d", "1h", 720, 3_600_000],
  ])("window %s has buckets of %s, the last one now", async (window, resolution, count, width) => {
    const { body } = await call(await begun(), `GET ${METRICS}?metrics=search_latency_ms&window=${window}`);
    expect(body).toMatchObject({ window, resolution });
    const { timestamps, values } = metricsOf(body).search_latency_ms?.[0] ?? { timestamps: [], values: [] };
    const last = 1_798_761_600_000;
    expect(timestamps).toEqual(
      Array.from({ length: count }, (_, place) => last - (count - 1 - place) * width),
    );
    expect(values).toHaveLength(count);
  });

  test("names are lowercased, and asked for once", async () => {
    const names = "System_CPU_active_percentage,system_cpu_active_percentage,PENDING_WRITE_BATCHES";
    const { status, body } = await call(await begun(), `GET ${METRICS}?metrics=${names}&window=1h`);
    expect(status).toBe(200);
    expect(Object.keys(metricsOf(body))).toEqual(["system_cpu_active_percentage", "pending_write_batches"]);
  });

  const FIVE =
    "system_memory_used_bytes,system_memory_total_bytes,system_disk_used_bytes,system_disk_total_bytes,search_latency_ms";
  test("five are fine, even when one is named twice", async () => {
    const line = `GET ${METRICS}?metrics=${FIVE},SEARCH_LATENCY_MS&window=1h&aggregation=p95`;
    const { status, body } = await call(await begun(), line);
    expect(status).toBe(200);
    expect(body).toMatchObject({ aggregation: "p95" });
    expect(Object.keys(metricsOf(body))).toHaveLength(5);
  });

  test.each([
    ["", "metrics is required; window is required"],
    ["?window=1h", "metrics is required"],
    ["?metrics=&window=1h", expect.stringMatching(/^metrics must not name ""; there are system_memory_used/)],
    ["?metrics=a,&window=1h", expect.stringMatching(/^metrics must not name "a"; there are /)],
    ["?metrics=search_latency_ms,&window=1h", expect.stringMatching(/^metrics must not name ""; /)],
    [`?metrics=${FIVE},pending_write_batches&window=1h`, "metrics must name 1 to 5 metrics, not 6"],
    ["?metrics=search_latency_ms", "window is required"],
    ["?metrics=search_latency_ms&window=2h", "window must be one of 1h, 3h, 24h, 7d, 30d"],
    ["?metrics=search_latency_ms&window=1H", "window must be one of 1h, 3h, 24h, 7d, 30d"],
    ["?metrics=search_latency_ms&window=1h&aggregation=sum", "aggregation must be one of avg, max, min, p95"],
    ["?metrics=search_latency_ms&metrics=search_latency_ms&window=1h", "metrics must be given once"],
    ["?metrics=search_latency_ms&window=1h&page=1", "page is not a query parameter of this operation"],
  ])("%s answers 400", async (query, message) => {
    const answer = await call(await begun(), `GET ${METRICS}${query}`);
    expect(answer).toMatchObject({ status: 400, body: { success: false, message } });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("a cluster that is not in service has no nodes to show", async () => {
    const emulator = await start({ seed: { clusters: [{ id: "abc", status: "provisioning" }] } });
    const { status, body } = await call(emulator, `GET ${METRICS}?metrics=search_latency_ms&window=1h`);
    expect([status, metricsOf(body)]).toEqual([200, { search_latency_ms: {} }]);
  });

  test("needs its own capability, and a cluster that the key sees", async () => {
    const keys = [
      { name: "reader", key: "emulator-reader-key", capabilities: ["clusters:read"] },
      { name: "one", key: "emulator-one-key", preset: "admin", clusters: [] },
    ];
    const emulator = await start({ seed: { clusters: [cluster], keys } });
    const line = `GET ${METRICS}?metrics=search_latency_ms&window=1h`;
    expect(await call(emulator, line, { key: "emulator-reader-key" })).toMatchObject({
      status: 403,
      body: { required_capability: "metrics:read" },
    });
    expect((await call(emulator, line, { key: "emulator-one-key" })).status).toBe(404);
    expect((await call(emulator, line, { key: "emulator-read-only-key" })).status).toBe(200);
  });
});
