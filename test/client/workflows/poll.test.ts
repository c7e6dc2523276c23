import type { ConfigurationChangeRecord } from "../../../src/client";
import { bench, never } from "../kit/client";
import { START } from "../kit/clock";
import { change, cluster } from "../kit/records";
import { json } from "../kit/transport";

const MINUTE = 60_000;
const DATE = START / 1000;

interface Run {
  /** Minutes that it takes. */
  readonly takes: number;
  /** @default "succeeded" */
  readonly end?: ConfigurationChangeRecord["status"];
  /** The status of the cluster while the change runs. */
  readonly status?: string;
  /** @default true: memory becomes 16_gb; otherwise it is a restart */
  readonly alters?: boolean;
  /** The memory that the cluster shows afterwards. @default "16_gb" */
  readonly becomes?: string;
  /** Minutes that the record still says in_progress when the cluster shows the new size. @default 0 */
  readonly lags?: number;
}

/** Waits for one change of each cluster, all of which begin at once. */
async function waits(runs: readonly Run[], requestsPerMinute = 30) {
  const minute = () => (made.clock.now() - START) / MINUTE;
  const clusterAt = (index: number) => {
    const run: Run = runs[index] ?? { takes: 0 };
    const { takes, end = "succeeded", status = "in_service", alters = true, becomes = "16_gb" } = run;
    const isOver = minute() >= takes;
    const memory = alters && isOver && end === "succeeded" ? becomes : "8_gb";
    return cluster({ id: `c${index}`, memory, status: isOver ? "in_service" : status });
  };
  const made = bench(
    ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const index = Number(/\/clusters\/c(\d+)/.exec(pathname)?.[1] ?? Number.NaN);
      if (pathname.includes("configuration-changes")) {
        const { takes, end = "succeeded", alters = true, lags = 0 } = runs[index] ?? { takes: 0 };
        const status = minute() >= takes + lags ? end : "in_progress";
        return json(200, change({ id: `ch${index}`, status, new_memory: alters ? "16_gb" : null }));
      }
      if (!Number.isNaN(index)) return json(200, clusterAt(index));
      const from = (Number(searchParams.get("page")) - 1) * 50;
      const clusters = runs.map((_, at) => clusterAt(at)).slice(from, from + 50);
      return json(200, { total: runs.length, clusters });
    },
    { requestsPerMinute },
  );
  const ended = await Promise.all(
    runs.map(async (_, index) => {
      const spec = { describe: "a change", deadline: START + 600 * MINUTE, signal: never() };
      const { status } = await made.client.waitForChange(`c${index}`, `ch${index}`, {
        ...spec,
        performChangeAt: DATE,
      });
      return { status, minute: minute() };
    }),
  );
  const lines = made.transport.lines;
  const records = lines.filter((line) => line.includes("configuration-changes")).length;
  return {
    ended,
    records,
    pages: lines.filter((line) => line.includes("page=")).length,
    requests: lines.length,
  };
}

const many = (count: number, run: Run) => Array.from({ length: count }, () => run);

test("a hundred resizes of two hours cost little more than the pages and two reads of each", async () => {
  const { ended, requests } = await waits(many(100, { takes: 120 }));
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
  const least = 100 + 100 + 2 * 120;
  expect(requests / least).toBeLessThan(1.3);
  expect(Math.max(...ended.map((one) => one.minute))).toBeLessThan(130);
});

test("twenty cost a page per poll interval, and each record is read when its cluster shows the new size", async () => {
  const { ended, pages, records } = await waits(many(20, { takes: 9.5 }));
  expect(ended.every(({ minute }) => minute < 12)).toBe(true);
  expect(pages).toBeLessThanOrEqual(10);
  expect(records).toBe(40);
});

test("a failure that leaves no trace is noticed within ten minutes", async () => {
  const { ended } = await waits([...many(5, { takes: 60 }), { takes: 22, end: "failed" }]);
  const failed = ended.find(({ status }) => status === "failed");
  expect(failed?.minute).toBeLessThanOrEqual(33);
});

test("a failure after which the cluster's status changes is noticed at once", async () => {
  const { ended } = await waits([
    ...many(5, { takes: 60 }),
    { takes: 22, end: "failed", status: "updating" },
  ]);
  expect(ended.find(({ status }) => status === "failed")?.minute).toBeLessThanOrEqual(24);
});

test("a success that the cluster shows in another way is noticed at once", async () => {
  const { ended } = await waits(many(5, { takes: 22, becomes: "32_gb" }));
  expect(ended.every(({ minute }) => minute <= 24)).toBe(true);
});

test("a record that lags behind its cluster is read again, less and less often", async () => {
  const { ended, records } = await waits(many(5, { takes: 12, lags: 14 }));
  expect(ended.every(({ minute }) => minute >= 26 && minute < 45)).toBe(true);
  expect(records / 5).toBeLessThanOrEqual(8);
});

test("one or two are read by their ids, which shows every end at once", async () => {
  const { ended, pages } = await waits(many(2, { takes: 22, end: "failed" }));
  expect(ended.every(({ minute }) => minute <= 24)).toBe(true);
  expect(pages).toBe(0);
});

test("restarts, which no cluster shows, are read less often the more there are", async () => {
  const { ended, records } = await waits(many(40, { takes: 60, alters: false }));
  // 40 reads take a third of 30 a minute when they come every four minutes.
  expect(records / 40).toBeLessThan(60 / 4 + 3);
  expect(ended.every(({ minute }) => minute < 70)).toBe(true);
  const few = await waits(many(4, { takes: 60, alters: false }), 0);
  expect(few.records / 4).toBeGreaterThan(55);
});
