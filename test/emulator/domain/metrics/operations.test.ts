import { call, emulatorsOf, refusal } from "../../support";

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
