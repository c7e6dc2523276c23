import { createSharedRead } from "../../src/http/sharedRead";

const never = () => new AbortController().signal;

/** Requests that end when the test says so. */
function requests() {
  const started: {
    readonly signal: AbortSignal;
    readonly resolve: (value: number) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const request = (signal: AbortSignal) =>
    new Promise<number>((resolve, reject) => started.push({ signal, resolve, reject }));
  return { started, request };
}

test("callers that come while a request is in progress share it; the next one starts another", async () => {
  const { started, request } = requests();
  const shared = createSharedRead<number>("reading");
  const both = [shared.get(request, never()), shared.get(request, never())];
  started[0]?.resolve(1);
  expect(await Promise.all(both)).toEqual([1, 1]);
  const later = shared.get(request, never());
  started[1]?.resolve(2);
  expect(await later).toBe(2);
});

test("a caller that is stopped ends its own wait; the last one stops the request", async () => {
  const { started, request } = requests();
  const shared = createSharedRead<number>("reading the list");
  const [first, second] = [new AbortController(), new AbortController()];
  const both = [shared.get(request, first.signal), shared.get(request, second.signal)];
  first.abort();
  await expect(both[0]).rejects.toThrow("Interrupted while reading the list");
  expect(started[0]?.signal.aborted).toBe(false);
  second.abort();
  await expect(both[1]).rejects.toThrow("Interrupted while reading the list");
  expect(started[0]?.signal.aborted).toBe(true);
  const next = shared.get(request, never());
  started[1]?.resolve(3);
  expect(await next).toBe(3);
  await expect(shared.get(request, first.signal)).rejects.toThrow("Interrupted while reading the list");
  expect(started).toHaveLength(2);
});

test("a result is used until its request is too old, counted from the beginning, or until something was written", async () => {
  let now = 0;
  const read = jest.fn(async () => {
    now += 10;
    return now;
  });
  const shared = createSharedRead<number>("reading", { maxAgeMs: 100, now: () => now });
  for (const [at, value] of [
    [0, 10],
    [99, 10],
    [100, 110],
  ] as const) {
    now = at;
    expect(await shared.get(read, never())).toBe(value);
  }
  shared.forget();
  expect(await shared.get(read, never())).toBe(120);
});

test.each([false, true])("a failure reaches all that wait for it; kept: %p", async (keepsFailures) => {
  const failure = new Error("refused");
  const read = jest.fn(async () => 1).mockRejectedValueOnce(failure);
  const shared = createSharedRead<number>("reading", { maxAgeMs: 1, keepsFailures });
  const both = [shared.get(read, never()), shared.get(read, never())];
  expect(await Promise.allSettled(both)).toEqual(Array(2).fill({ status: "rejected", reason: failure }));
  const next = shared.get(read, never());
  await (keepsFailures ? expect(next).rejects.toBe(failure) : expect(next).resolves.toBe(1));
});

test("the failure of a request that was stopped is never kept", async () => {
  const { started, request } = requests();
  const shared = createSharedRead<number>("reading", { maxAgeMs: 1, keepsFailures: true });
  const stop = new AbortController();
  const stopped = shared.get(request, stop.signal);
  stop.abort();
  await expect(stopped).rejects.toThrow("Interrupted");
  started[0]?.reject(new Error("stopped"));
  const next = shared.get(request, never());
  started[1]?.resolve(1);
  expect(await next).toBe(1);
});
