import { Ending } from "../../../src/wire/process/ending";

/** What the end says by now, when every promise has had its turn. */
async function sofar(ending: Ending): Promise<number | "not yet"> {
  return Promise.race([ending.code, Promise.resolve().then(() => "not yet" as const)]);
}

describe("after a time", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("the end comes", async () => {
    const end = new Ending();
    end.after(60_000);
    jest.advanceTimersByTime(59_999);
    expect(await sofar(end)).toBe("not yet");
    jest.advanceTimersByTime(1);
    expect(await end.code).toBe(0);
  });

  test("it does not while the condition does not hold", async () => {
    const end = new Ending();
    end.after(1000, () => false);
    jest.advanceTimersByTime(1_000_000);
    expect(await sofar(end)).toBe("not yet");
  });

  test("the first of several counts, and no timer is left", async () => {
    const end = new Ending();
    end.after(1000);
    end.now(3);
    end.now(4);
    expect(await end.code).toBe(3);
    expect(jest.getTimerCount()).toBe(0);
  });
});

test("SIGTERM is left to Terraform while it is connected, and has no listener afterwards", async () => {
  const before = process.listenerCount("SIGTERM");
  const terminate = () => process.listeners("SIGTERM").at(-1)?.("SIGTERM");
  let alone = false;
  const end = new Ending();
  end.onTermination(() => alone);
  terminate();
  expect(await sofar(end)).toBe("not yet");
  alone = true;
  terminate();
  expect(await end.code).toBe(143);
  expect(process.listenerCount("SIGTERM")).toBe(before);
});
