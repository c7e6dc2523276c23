import fc from "fast-check";
import { METRIC_NAMES } from "../../../src/api/enumerations";
import { metricRequests } from "../../../src/client/clusters/metrics";
import { bench, never } from "../kit/client";
import { json } from "../kit/transport";

const NAMES = [...METRIC_NAMES];

/** Literal, after the document's table (management API, MetricsResponse). */
const answer = (names: readonly string[]) => ({
  cluster_id: "c1",
  window: "1h",
  aggregation: "avg",
  resolution: "30s",
  timestamp_unit: "epoch_milliseconds",
  metrics: Object.fromEntries(
    names.map((name) => [
      name,
      { "0": { hostname: "c1-1.example", timestamps: [1767225600000, 1767225630000], values: [1.5, null] } },
    ]),
  ),
});

const reading = (metrics: readonly string[], given: object = {}) => {
  const made = bench(({ url }) => {
    const { searchParams } = new URL(url);
    return json(200, answer((searchParams.get("metrics") ?? "").split(",")));
  });
  const selection = { metrics, window: "1h", ...given } as const;
  return { ...made, result: made.client.metrics("c1", selection, { signal: never() }) };
};

describe("the names of each request", () => {
  test("in lower case, each once, in the order of their first appearance", () => {
    expect(metricRequests(["b", "A", "B", "a", "c"])).toEqual([["b", "a", "c"]]);
  });

  test("for any selection: one to five unique names a request, and none is lost", () => {
    const name = fc.constantFrom(...NAMES, ...NAMES.map((one) => one.toUpperCase()), "a_new_metric");
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), (names) => {
        const requests = metricRequests(names);
        for (const one of requests) {
          expect(one.length).toBeGreaterThan(0);
          expect(one.length).toBeLessThanOrEqual(5);
        }
        const sent = requests.flat();
        expect(new Set(sent).size).toBe(sent.length);
        expect(new Set(sent)).toEqual(new Set(names.map((one) => one.toLowerCase())));
      }),
    );
  });
});

test("thirteen names are three requests, in order; window and aggregation go with each", async () => {
  const { result, transport } = reading(NAMES, { window: "7d", aggregation: "p95" });
  const records = await result;
  expect(records.flatMap(({ metrics }) => Object.keys(metrics))).toEqual(NAMES);
  expect(transport.requests.map(({ url }) => [...new URL(url).searchParams])).toEqual(
    [NAMES.slice(0, 5), NAMES.slice(5, 10), NAMES.slice(10)].map((names) => [
      ["metrics", names.join(",")],
      ["window", "7d"],
      ["aggregation", "p95"],
    ]),
  );
});
