import { type ApiError, InterruptedError, type Observed } from "../../../src/client";
import { withDelays } from "../../../src/client/delays";
import { COLLECT_MS } from "../../../src/client/reads/store";
import { type Judgement, WaitFailedError, WaitTimeoutError } from "../../../src/client/waits/wait";
import { bench, never, rejection } from "../kit/client";
import { START, TestClock } from "../kit/clock";
import { cluster } from "../kit/records";
import { error, json, RESET, type Reply, text } from "../kit/transport";

const MINUTE = 60_000;

const inService = (seen: Observed): Judgement => {
  if (seen.kind === "missing") return { failed: "it is gone" };
  return seen.cluster.status === "in_service" ? "done" : "pending";
};

function waiting(
  replies: readonly Reply[],
  given: {
    minutes?: number;
    seenJustNow?: boolean;
    signal?: AbortSignal;
    clock?: TestClock;
  } = {},
) {
  const { minutes = 30, clock, signal = never(), ...rest } = given;
  const looks: number[] = [];
  const made = bench(
    (_, count) => {
      // Looks are collected for a moment before a request is chosen for them.
      looks.push(Math.floor(((made.clock.now() - START) / MINUTE) * 100) / 100);
      return replies[Math.min(count, replies.length) - 1] ?? RESET;
    },
    clock ? { clock } : {},
  );
  const result = made.client.waitForCluster("c1", {
    judge: inService,
    describe: "cluster c1 to be in service",
    deadline: START + minutes * MINUTE,
    signal,
    ...rest,
  });
  return { ...made, looks, result };
}

const starting = json(200, cluster({ status: "provisioning" }));
const ready = json(200, cluster());

test("looks at once, then every poll interval, until it is done", async () => {
  const { result, looks } = waiting([starting, starting, ready]);
  expect(await result).toMatchObject({ kind: "present", cluster: { status: "in_service" } });
  expect(looks).toEqual([0, 1, 2]);
});

test("of what was seen just now, the first look is at the next beat", async () => {
  const { result, looks } = waiting([starting, ready], { seenJustNow: true });
  await result;
  expect(looks).toEqual([1, 2]);
});

test("looks a last time at the deadline", async () => {
  const { result, looks } = waiting([starting, starting, ready], { minutes: 1.5 });
  await result;
  expect(looks).toEqual([0, 1, 1.5]);
});

test("ends when what is waited for has failed", async () => {
  const failed = await rejection(waiting([starting, error(404, "Cluster not found")]).result);
  expect(failed).toBeInstanceOf(WaitFailedError);
  expect(failed).toMatchObject({ summary: expect.stringMatching(/failed: it is gone$/) });
});

test.each<[string, Reply]>([
  ["a reset", RESET],
  ["a 502", text(502, "<html>")],
  ["HTML", text(200, "<html>")],
  ["a 429", error(429, "slow down")],
])("goes on through %s that lasts longer than a call tries", async (_, reply) => {
  const { result } = waiting([starting, ...Array<Reply>(40).fill(reply), ready], { minutes: 60 });
  expect(await result).toMatchObject({ kind: "present" });
});

test.each<[string, Reply, number]>([
  ["an answer in between", starting, 0],
  ["a 429", error(429, "slow down"), 0],
  ["a reset that lasts longer than a call tries", RESET, 2],
])("%s is time without the service, or not", async (_, reply, least) => {
  let awayMs = -1;
  const wait = () => waiting([starting, ...Array<Reply>(12).fill(reply), ready], { minutes: 60 }).result;
  await withDelays(wait, (lost) => {
    awayMs = lost.awayMs;
  });
  expect(awayMs > 0).toBe(least > 0);
  expect(awayMs).toBeGreaterThanOrEqual(least * MINUTE);
});

test("gives the look at the deadline the time of a request", async () => {
  const clock = new TestClock();
  const { client } = bench(() => ready, { clock });
  const looks: number[] = [];
  const answer = client.wait({
    poll: async (signal) => {
      looks.push(clock.now() - START);
      await clock.sleep(20_000, signal);
      if (signal.aborted) throw new InterruptedError("looking");
      return looks.length;
    },
    judge: (count) => (count === 2 ? "done" : "pending"),
    describe: "a slow answer",
    deadline: START + MINUTE,
    signal: never(),
  });
  expect(await answer).toBe(2);
  expect(looks).toEqual([0, MINUTE]);
});

test.each<[string, Reply[], string]>([
  ["failed", [RESET], "was reset"],
  ["succeeded after failures", [...Array<Reply>(14).fill(RESET), starting], "not done yet"],
])("says at the deadline how the last poll went: it %s", async (_, replies, words) => {
  const timeout = await rejection(waiting([starting, ...replies], { minutes: 10 }).result);
  expect(timeout).toBeInstanceOf(WaitTimeoutError);
  expect(timeout).toMatchObject({
    summary: expect.stringMatching(/^Timed out after 10m.* waiting for cluster c1 to be in service$/),
    lastAnswer: { kind: "present" },
    detail: expect.stringContaining(words),
  });
});

test("cuts a look that does not end, half a minute after the deadline at the latest", async () => {
  const { result, clock } = waiting([starting, "hang"], { minutes: 10 });
  expect(await rejection(result)).toBeInstanceOf(WaitTimeoutError);
  expect(clock.now()).toBeLessThanOrEqual(START + 10.5 * MINUTE);
});

test("an error that does not pass by itself ends it", async () => {
  const failed = await rejection(waiting([starting, error(403, "Key was revoked")]).result);
  expect(failed).toMatchObject({ kind: "auth", status: 403 } satisfies Partial<ApiError>);
});

test("a stop ends it at once", async () => {
  const stop = new AbortController();
  const clock = new TestClock("manual");
  const { result } = waiting([starting], { signal: stop.signal, clock });
  const stopped = rejection(result);
  await clock.advance(COLLECT_MS);
  stop.abort();
  const interrupted = await stopped;
  expect(interrupted).toBeInstanceOf(InterruptedError);
  expect(interrupted).toMatchObject({
    summary: "Interrupted while waiting for cluster c1 to be in service",
  });
  expect(clock.now()).toBe(START + COLLECT_MS);
  expect(clock.sleeping).toBe(0);
});
