import { Ending } from "../../../src/wire/process/ending";

/** What the end says by now, when every promise has had its turn. */
async function sofar(ending: Ending): Promise<number | "not yet"> {
  return Promise.race([ending.code, Promise.resolve().then(() => "not yet" as const)]);
}

const ending = () => new Ending();

describe("after a time", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test("the end comes", async () => {
    const end = ending();
    end.after(60_000);
    jest.advanceTimersByTime(59_999);
    expect(await sofar(end)).toBe("not yet");
    jest.advanceTimersByTime(1);
    expect(await end.code).toBe(0);
  });

  test("it does not while the condition does not hold", async () => {
    const end = ending();
    end.after(1000, () => false);
    jest.advanceTimersByTime(1_000_000);
    expect(await sofar(end)).toBe("not yet");
  });

  test("the first of several counts, and no timer is left", async () => {
    const end = ending();
    end.after(1000);
    end.now(3);
    end.now(4);
    expect(await end.code).toBe(3);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe("signals", () => {
  const signal = (name: NodeJS.Signals) => process.listeners(name).at(-1)?.(name);

  test("SIGTERM is left to Terraform while it is there", async () => {
    let alone = false;
    const end = ending();
    end.onTermination(() => alone);
    signal("SIGTERM");
    expect(await sofar(end)).toBe("not yet");
    alone = true;
    signal("SIGTERM");
    expect(await end.code).toBe(143);
  });

  test("nobody listens to them afterwards", () => {
    const before = process.listenerCount("SIGTERM");
    const end = ending();
    end.onTermination(() => true);
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    end.now();
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });
});
