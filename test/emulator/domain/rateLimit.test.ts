import fc from "fast-check";
import { createRateLimiter, parseRate } from "../../../src/emulator/domain/rateLimit";

test("off is no limit, which admits everything", () => {
  const limiter = createRateLimiter(parseRate("off"));
  expect(Array.from({ length: 100 }, () => limiter.admit("a", 0, false))).toEqual(Array(100).fill(0));
});

test.each(["", "30", "0/60", "30/0", "30/60s", "1.5/60"])("%p is refused", (text) => {
  expect(() => parseRate(text)).toThrow(`"${text}" is neither "off" nor requests/seconds, such as "30/60"`);
});

test("no window of a key holds more than the limit, and the wait it names is enough and not too long", () => {
  const gaps = fc.array(fc.nat(3_000), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), gaps, (requests, waits) => {
      const limiter = createRateLimiter({ requests, seconds: 10 });
      const admitted: number[] = [];
      const within = (now: number) => admitted.filter((at) => at > now - 10_000).length;
      let now = 0;
      for (const gap of waits) {
        now += gap;
        const wait = limiter.admit("a", now, false);
        if (wait === 0) admitted.push(now);
        else expect([within(now + wait) < requests, within(now + wait - 1)]).toEqual([true, requests]);
        expect(within(now)).toBeLessThanOrEqual(requests);
      }
      expect(limiter.admit("b", now, false)).toBe(0);
    }),
  );
});
