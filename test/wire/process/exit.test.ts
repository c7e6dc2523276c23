import { ProcessExit, watchParent } from "../../../src/wire/process/exit";

/** Returns the exit code so far, after all pending promises. */
async function sofar(ending: ProcessExit): Promise<number | "not yet"> {
  return Promise.race([ending.code, Promise.resolve().then(() => "not yet" as const)]);
}

describe("after a time", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("the process ends", async () => {
    const end = new ProcessExit();
    end.after(60_000);
    jest.advanceTimersByTime(59_999);
    expect(await sofar(end)).toBe("not yet");
    jest.advanceTimersByTime(1);
    expect(await end.code).toBe(0);
  });

  test("it does not while the condition is false", async () => {
    const end = new ProcessExit();
    end.after(1000, () => false);
    jest.advanceTimersByTime(1_000_000);
    expect(await sofar(end)).toBe("not yet");
  });

  test("the first of several events counts, and no timer is left", async () => {
    const end = new ProcessExit();
    end.after(1000);
    end.now(3);
    end.now(4);
    expect(await end.code).toBe(3);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe("SIGTERM", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function terminated(now: { alone: boolean; busy: boolean }) {
    const before = process.listenerCount("SIGTERM");
    const end = new ProcessExit();
    const stop = jest.fn();
    end.onTermination({ isAlone: () => now.alone, isBusy: () => now.busy, stop });
    const terminate = () => process.listeners("SIGTERM").at(-1)?.("SIGTERM");
    terminate();
    return { end, stop, terminate, left: () => process.listenerCount("SIGTERM") - before };
  }

  test("ends a process without a client at once, and leaves no listener", async () => {
    const { end, stop, left } = terminated({ alone: true, busy: false });
    expect(await end.code).toBe(143);
    expect([left(), stop.mock.calls]).toEqual([0, []]);
  });

  test("first lets running calls end, which are asked once, and calls that Terraform makes meanwhile", async () => {
    const now = { alone: false, busy: true };
    const { end, stop, terminate, left } = terminated(now);
    jest.advanceTimersByTime(60_000);
    terminate();
    expect(await sofar(end)).toBe("not yet");
    expect(stop).toHaveBeenCalledTimes(1);
    now.busy = false;
    jest.advanceTimersByTime(2000);
    expect(await end.code).toBe(143);
    expect([left(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  test("ends the process even if a call never ends", async () => {
    const { end } = terminated({ alone: false, busy: true });
    jest.advanceTimersByTime(89_999);
    expect(await sofar(end)).toBe("not yet");
    jest.advanceTimersByTime(1);
    expect(await end.code).toBe(143);
  });
});

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.each<[NodeJS.Platform, later: number, exists: () => void, hasGone: boolean]>([
  ["linux", 7, failing("ESRCH"), false],
  ["linux", 1, () => {}, true],
  ["darwin", 1, () => {}, true],
  ["win32", 7, () => {}, false],
  ["win32", 7, failing("ESRCH"), true],
  // A process of another user.
  ["win32", 7, failing("EPERM"), false],
])("on %s, with parent 7 at first and %d later", (platform, later, exists, hasGone) => {
  let parent = 7;
  const isOrphan = watchParent({ platform, parent: () => parent, signal: exists });
  parent = later;
  expect(isOrphan()).toBe(hasGone);
});
