import { WORKFLOW_MISSES } from "../../../src/api/limits";
import { WaitTimeoutError } from "../../../src/client/waits/wait";
import { bench, never, rejection } from "../kit/client";
import { START, type TestClock } from "../kit/clock";
import { change } from "../kit/records";
import { error, json, RESET, type Reply } from "../kit/transport";

const MINUTE = 60_000;
const NOW = START / 1000;

type Answering = (minutes: number) => Reply;

function waiting(
  answering: Answering,
  given: { performChangeAt?: number | null; minutes?: number; signal?: AbortSignal; clock?: TestClock } = {},
) {
  const { performChangeAt = NOW + 30, minutes = 600, signal = never(), clock } = given;
  const looks: number[] = [];
  const seen: string[] = [];
  const made = bench(
    () => {
      const at = (made.clock.now() - START) / MINUTE;
      looks.push(at);
      return answering(at);
    },
    clock ? { clock } : {},
  );
  const result = made.client.waitForChange("c1", "ch1", {
    performChangeAt,
    describe: "configuration change ch1 of cluster c1 to end",
    deadline: START + minutes * MINUTE,
    signal,
    onPoll: ({ status }) => seen.push(status),
  });
  return { ...made, looks, seen, result };
}

/** Runs from the minute `from` to the minute `to`, by the service's clock, which is ours unless said otherwise. */
const running =
  (from: number, to: number, aheadMs = 0, end = "succeeded"): Answering =>
  (minutes) => {
    const server = minutes + aheadMs / MINUTE;
    const status = server < from ? "pending" : server < to ? "in_progress" : end;
    const date = new Date(START + minutes * MINUTE + aheadMs).toUTCString();
    return json(200, change({ status, perform_change_at: NOW + from * 60 }), { date });
  };

test("due soon: polled every poll interval, and answered with the record at its end", async () => {
  const { result, looks, seen, transport } = waiting(running(0.5, 3));
  expect(await result).toMatchObject({ id: "ch1", status: "succeeded" });
  expect(looks).toEqual([1, 2, 3]);
  expect(seen).toEqual(["in_progress", "in_progress", "succeeded"]);
  expect(new Set(transport.lines)).toEqual(new Set(["GET /clusters/c1/configuration-changes/ch1"]));
});

test("an unknown status is not an end", async () => {
  const { result, seen } = waiting((at) =>
    json(200, change({ status: at < 2 ? "cleaning_up" : "succeeded" })),
  );
  await result;
  expect(seen).toEqual(["cleaning_up", "succeeded"]);
});

test("due later: no request before its moment", async () => {
  const { result, looks } = waiting(running(300, 302), { performChangeAt: NOW + 300 * 60 });
  await result;
  expect(looks).toEqual([300, 301, 302]);
});

test("no moment is known: looks at once, then when the record says", async () => {
  const { result, looks } = waiting(running(300, 301), { performChangeAt: null });
  await result;
  expect(looks).toEqual([0, 300, 301]);
});

test("the service's clock is behind ours: the first look comes early, the next one when it is due there", async () => {
  const behind = -10 * MINUTE;
  const { result, looks, seen } = waiting(running(300, 302, behind), { performChangeAt: NOW + 300 * 60 });
  await result;
  expect(looks).toEqual([300, 310, 311, 312]);
  expect(seen).toEqual(["pending", "in_progress", "in_progress", "succeeded"]);
});

test("404 for a while is not yet", async () => {
  const { result, looks, seen } = waiting((at) =>
    at < WORKFLOW_MISSES ? error(404, "Not found") : json(200, change({ status: "succeeded" })),
  );
  expect(await result).toMatchObject({ status: "succeeded" });
  expect(looks).toHaveLength(WORKFLOW_MISSES);
  expect(seen).toEqual(["succeeded"]);
});

test("404 for good ends it", async () => {
  const { result, looks } = waiting(() => error(404, "Not found"));
  expect(await rejection(result)).toMatchObject({ kind: "not_found" });
  expect(looks).toHaveLength(WORKFLOW_MISSES);
});

test("404s that do not follow each other do not add up", async () => {
  const { result, seen } = waiting((at) => {
    if (at === 40) return json(200, change({ status: "succeeded" }));
    return at % 2 === 0 ? error(404, "Not found") : json(200, change({ status: "in_progress" }));
  });
  expect(await result).toMatchObject({ status: "succeeded" });
  expect(seen).toHaveLength(21);
});

test.each([3, 9, 10, 11, 40])(
  "failures that pass are no 404s: after resets for %i minutes",
  async (minutes) => {
    let missing = 0;
    const until = (misses: number, then: Reply) =>
      waiting((at) => {
        if (at < minutes) return RESET;
        missing += 1;
        return missing <= misses ? error(404, "Not found") : then;
      }).result;
    expect(await rejection(until(Number.POSITIVE_INFINITY, RESET))).toMatchObject({ kind: "not_found" });
    expect(missing).toBe(WORKFLOW_MISSES);
    missing = 0;
    const ended = json(200, change({ status: "succeeded" }));
    expect(await until(WORKFLOW_MISSES - 1, ended)).toMatchObject({ status: "succeeded" });
  },
);

test("the deadline comes first: one look, then the time and the record as it was", async () => {
  const { result, looks } = waiting(running(300, 302), { performChangeAt: NOW + 300 * 60, minutes: 30 });
  const timeout = await rejection(result);
  expect(timeout).toBeInstanceOf(WaitTimeoutError);
  expect(timeout).toMatchObject({
    summary: "Timed out after 30m waiting for configuration change ch1 of cluster c1 to end",
    lastAnswer: { status: "pending" },
  });
  expect(looks).toEqual([30]);
});
