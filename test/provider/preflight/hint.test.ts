import type { Client } from "../../../src/client";
import { HINT_PATIENCE_MS, readHint } from "../../../src/provider/preflight/hint";
import { preflightOf } from "./kit";

const NEVER = new Promise<never>(() => {});

test("is what the service answers", async () => {
  expect(await readHint(preflightOf({}), async () => ["clusters:read"])).toEqual(["clusters:read"]);
});

test.each<[string, Parameters<typeof readHint>[1]]>([
  ["fails", () => Promise.reject(new Error("503"))],
  [
    "fails at once",
    () => {
      throw new Error("no method");
    },
  ],
  ["answers nothing", async () => null],
])("is null when the read %s", async (_, read) => {
  expect(await readHint(preflightOf({}), read)).toBeNull();
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
  const read = (_: Client, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<string>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new Error("ended"))),
    );
  const hint = readHint(preflightOf({}, run.signal), read);
  run.abort();
  expect(await hint).toBeNull();
});

test("leaves no timer behind", async () => {
  let sleeping: AbortSignal | undefined;
  const clock = {
    now: () => 0,
    sleep: (_: number, signal: AbortSignal) => {
      sleeping = signal;
      return NEVER;
    },
  };
  await readHint(preflightOf({ clock }), async () => "answer");
  expect(sleeping?.aborted).toBe(true);
});
