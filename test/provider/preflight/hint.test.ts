import { HINT_PATIENCE_MS, readHint } from "../../../src/provider/preflight/hint";
import { preflightOf } from "./kit";

const NEVER = new Promise<never>(() => {});

test("is what the service answers, and leaves no timer behind", async () => {
  const sleep = jest.fn((_: number, _signal: AbortSignal) => NEVER);
  const plan = preflightOf({ clock: { now: () => 0, sleep } });
  expect(await readHint(plan, async () => ["clusters:read"])).toEqual(["clusters:read"]);
  expect(sleep.mock.calls[0]?.[1].aborted).toBe(true);
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
  const sleep = jest.fn(async () => {});
  const read = jest.fn((_, _options: { readonly signal?: AbortSignal }) => NEVER);
  expect(await readHint(preflightOf({ clock: { now: () => 0, sleep } }), read)).toBeNull();
  expect(sleep).toHaveBeenCalledWith(HINT_PATIENCE_MS, expect.anything());
  expect(read.mock.calls[0]?.[1].signal?.aborted).toBe(true);
});

test("does not outlive the run", async () => {
  const run = new AbortController();
  const hint = readHint(
    preflightOf({}, run.signal),
    (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener("abort", reject)),
  );
  run.abort();
  expect(await hint).toBeNull();
});
