import { HINT_PATIENCE_MS, readHint } from "../../../src/provider/preflight/hint";
import { preflightOf } from "./kit";

const NEVER = new Promise<never>(() => {});

test("is what the service answers, and leaves no timer behind", async () => {
  let sleeping: AbortSignal | undefined;
  const sleep = (_: number, signal: AbortSignal) => {
    sleeping = signal;
    return NEVER;
  };
  const plan = preflightOf({ clock: { now: () => 0, sleep } });
  expect(await readHint(plan, async () => ["clusters:read"])).toEqual(["clusters:read"]);
  expect(sleeping?.aborted).toBe(true);
});

test("is null when the read fails, also at once", async () => {
  expect(await readHint(preflightOf({}), () => Promise.reject(new Error("503")))).toBeNull();
  const throws = () => {
    throw new Error("no method");
  };
  expect(await readHint(preflightOf({}), throws)).toBeNull();
});

test("is null before there is a client, and nothing is read", async () => {
  const read = jest.fn();
  expect(await readHint(preflightOf(undefined), read)).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

test("is null when the patience of a plan is over, and the read is then ended", async () => {
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  let reading: AbortSignal | undefined;
  const hint = await readHint(preflightOf({ clock }), (_, { signal }) => {
    reading = signal;
    return NEVER;
  });
  expect([hint, slept, reading?.aborted]).toEqual([null, [HINT_PATIENCE_MS], true]);
});

test("does not outlive the run", async () => {
  const run = new AbortController();
  const hint = readHint(
    preflightOf({}, run.signal),
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("ended")))),
  );
  run.abort();
  expect(await hint).toBeNull();
});
