import fc from "fast-check";
import { createRateLimiter, parseRate } from "../../../src/emulator/http/rateLimit";

describe("the rate limit", () => {
  test.each([
    ["off", null],
    ["30/60", { requests: 30, seconds: 60 }],
    ["1/1", { requests: 1, seconds: 1 }],
  ])("%s", (text, limit) => {
    expect(parseRate(text)).toEqual(limit);
  });

  test.each(["", "30", "0/60", "30/0", "-1/60", "30/60s", "OFF", "1.5/60"])("%p is refused", (text) => {
    expect(() => parseRate(text)).toThrow(`"${text}" is neither "off" nor requests/seconds, such as "30/60"`);
  });

  test("answers how long to wait, per key", () => {
    const limiter = createRateLimiter({ requests: 2, seconds: 60 });
    expect(limiter.admit("a", 0, false)).toBe(0);
    expect(limiter.admit("a", 10_000, false)).toBe(0);
    expect(limiter.admit("a", 20_000, false)).toBe(40_000);
    expect(limiter.admit("b", 20_000, false)).toBe(0);
    expect(limiter.admit("a", 59_999, false)).toBe(1);
    expect(limiter.admit("a", 60_000, false)).toBe(0);
    expect(limiter.admit("a", 60_001, false)).toBe(9_999);
  });

  test("refused requests may count too", () => {
    const limiter = createRateLimiter({ requests: 1, seconds: 60 });
    limiter.admit("a", 0, true);
    expect(limiter.admit("a", 30_000, true)).toBe(60_000);
    expect(limiter.admit("a", 60_000, true)).toBe(60_000);
    expect(limiter.admit("a", 120_000, true)).toBe(0);
  });

  test("no limit admits everything", () => {
    const limiter = createRateLimiter(null);
    expect(Array.from({ length: 100 }, () => limiter.admit("a", 0, false))).toEqual(Array(100).fill(0));
  });

  test("no window holds more than the limit, and the wait it names is enough and not too long", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(3_000), { maxLength: 60 }),
        (requests, gaps) => {
          const limiter = createRateLimiter({ requests, seconds: 10 });
          const admitted: number[] = [];
          const within = (now: number) => admitted.filter((at) => at > now - 10_000).length;
          let now = 0;
          for (const gap of gaps) {
            now += gap;
            const wait = limiter.admit("a", now, false);
            if (wait === 0) admitted.push(now);
            else expect([within(now + wait) < requests, within(now + wait - 1)]).toEqual([true, requests]);
            expect(within(now)).toBeLessThanOrEqual(requests);
          }
        },
      ),
    );
  });
});
