import { HINT_PATIENCE_MS, readHint } from "../../../../src/provider/shared/preflight/hint";
import { preflightOf } from "./kit";

const NEVER = new Promise<never>(() => {});

test("is the service's answer, and leaves no timer behind", async () => {
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

test("is null when the time for hints is over, and the read is then aborted", async () => {
  const sleep = jest.fn(async () => {});
  const read = jest.fn((_, _options: { readonly signal?: AbortSignal }) => NEVER);
  expect(await readHint(preflightOf({ clock: { now: () => 0, sleep } }), read)).toBeNull();
  expect(sleep).toHaveBeenCalledWith(HINT_PATIENCE_MS, expect.anything());
  expect(read.mock.calls[0]?.[1].signal?.aborted).toBe(true);
});

/** A service that does not answer: the waits of plans for it, and the number of their requests. */
describe("a service that cannot answer", () => {
  const failing = () => {
    let now = 0;
    const sleep = async (ms: number) => {
      now += ms;
    };
    return { ...preflightOf({ clock: { now: () => now, sleep } }), now: () => now };
  };
  const unavailable = Object.assign(new Error("503"), {
    name: "ApiError",
    kind: "unavailable",
    summary: "Could not read the account",
    detail: "The service answered 503.",
  });

  test("is waited for by all hints together, and one warning names what is missing", async () => {
    const planning = failing();
    const hangs = jest.fn(() => NEVER);
    for (let hint = 0; hint < 20; hint += 1) expect(await readHint(planning, hangs)).toBeNull();
    expect(planning.now()).toBe(HINT_PATIENCE_MS);
    expect(hangs).toHaveBeenCalledTimes(1);
    expect(planning.warnings).toHaveLength(1);
  });

  test("that fails at once is named", async () => {
    const planning = preflightOf({});
    for (let hint = 0; hint < 3; hint += 1) await readHint(planning, () => Promise.reject(unavailable));
    expect(planning.warnings).toEqual([
      {
        summary: "Some checks of this plan were skipped, because the service did not answer",
        detail: expect.stringMatching(
          /^Could not read the account\. The service answered 503\.\n\n.*plan again\.$/s,
        ),
        path: undefined,
      },
    ]);
  });

  test("counts hints that are read side by side once", async () => {
    let now = 0;
    const planning = preflightOf({ clock: { now: () => now, sleep: () => NEVER } });
    const slow = async () => {
      now = 1_000;
      throw unavailable;
    };
    await Promise.all(Array.from({ length: 9 }, () => readHint(planning, slow)));
    expect(await readHint(planning, async () => "answered")).toBe("answered");
  });

  test("with 403 has answered: no hint, and no warning", async () => {
    const planning = preflightOf({});
    const refused = Object.assign(new Error("403"), { name: "ApiError", kind: "auth" });
    expect(await readHint(planning, () => Promise.reject(refused))).toBeNull();
    expect(planning.warnings).toEqual([]);
  });
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
