import type { ErrorKind } from "../../src/http/attempt";
import {
  backoff,
  type Effort,
  type Failed,
  gateClosure,
  isTransient,
  MAX_RETRY_AFTER_MS,
  MAX_TURNED_AWAY,
  type NextStep,
  nextStep,
  retryAfterMs,
} from "../../src/http/retry";

const EFFORT: Effort = { write: false, turnedAway: 0, failures: 0, spentMs: 0, reachedBefore: true };
const WRITE = { write: true };
const NEVER_LEFT = { sent: false };
const failed = (kind: ErrorKind, given: Partial<Failed> = {}): Failed => ({
  kind,
  sent: true,
  retryAfterMs: null,
  ...given,
});
const again = (afterMs: number): NextStep => ({ step: "again", afterMs });
const [resolve, fail, queue]: NextStep[] = [{ step: "resolve" }, { step: "fail" }, { step: "queue" }];
const HOURS = { retryAfterMs: MAX_RETRY_AFTER_MS + 1 };

describe("the retry rule", () => {
  test.each<[string, Failed, Partial<Effort>, NextStep | undefined]>([
    ["429 on a read", failed("rate_limit"), {}, queue],
    ["429 after long failures", failed("rate_limit"), { spentMs: 119_000 }, queue],
    ["the last 429", failed("rate_limit"), { turnedAway: MAX_TURNED_AWAY - 1 }, fail],
    ["429 for hours", failed("rate_limit", HOURS), {}, fail],

    ["reset on a read", failed("network"), {}, again(500)],
    ["the third failure of a read", failed("network"), { failures: 2 }, again(2_000)],
    ["503 with Retry-After", failed("unavailable", { retryAfterMs: 9_000 }), {}, again(9_000)],
    ["two minutes spent", failed("network"), { spentMs: 119_600 }, fail],
    ["two minutes not quite spent", failed("network"), { spentMs: 119_500 }, again(500)],

    ["reset on a write", failed("network"), WRITE, resolve],
    ["a record nobody understands on a write", failed("contract"), WRITE, resolve],
    ["a write that never left", failed("network", NEVER_LEFT), WRITE, again(500)],

    ["nothing has ever answered", failed("network", NEVER_LEFT), { reachedBefore: false }, again(500)],
    [
      "nothing has ever answered, after five seconds",
      failed("network", NEVER_LEFT),
      { reachedBefore: false, spentMs: 4_600 },
      fail,
    ],
    ["the same where something has", failed("network", NEVER_LEFT), { spentMs: 4_600 }, again(500)],

    ["the first failure of a read that is repeated once", failed("unavailable"), { repeats: 1 }, again(500)],
    ["its second", failed("unavailable"), { repeats: 1, failures: 1 }, fail],
    ["429 on it", failed("rate_limit"), { repeats: 1 }, queue],
    ["429 on it again", failed("rate_limit"), { repeats: 1, turnedAway: 1 }, fail],

    ["a refusal of a write", failed("refused"), WRITE, fail],
    ["a certificate that is not trusted", failed("tls", NEVER_LEFT), WRITE, fail],
    ["a record nobody understands on a read", failed("contract"), {}, fail],
  ])("%s", (_, what, effort, expected) => {
    expect(nextStep(what, { ...EFFORT, ...effort }, () => 0)).toEqual(expected);
  });

  test.each<[string, Failed, number | null]>([
    ["429", failed("rate_limit"), 60_000],
    ["429 with Retry-After", failed("rate_limit", { retryAfterMs: 7_000 }), 7_000],
    ["429 for hours", failed("rate_limit", HOURS), null],
    ["503 with Retry-After", failed("unavailable", { retryAfterMs: 7_000 }), null],
    ["a reset", failed("network"), null],
  ])("%s closes the gate for %p ms", (_, what, expected) => {
    expect(gateClosure(what)).toBe(expected);
  });

  test("the pause doubles up to 30 seconds, half of it by chance", () => {
    const halves = [0, 1, 2, 3, 4, 5, 20].map((failures) => backoff(failures, () => 0));
    expect(halves).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(backoff(0, () => 0.999)).toBe(1_000);
    expect(backoff(20, () => 0.999)).toBeLessThanOrEqual(30_000);
  });

  test.each<[ErrorKind, boolean]>([
    ["rate_limit", true],
    ["network", true],
    ["contract", false],
    ["lost_write", false],
  ])("%s may pass by itself: %p", (kind, expected) => {
    expect(isTransient(kind)).toBe(expected);
  });
});

describe("Retry-After", () => {
  const NOW = Date.parse("2026-01-01T00:00:00Z");
  const at = (second: number) => new Date(NOW + second * 1000).toUTCString();
  test.each<[string, string | undefined, string | undefined, number | null]>([
    ["is absent", undefined, undefined, null],
    ["is seconds", "12", undefined, 12_000],
    ["is a date, against our clock", at(30), undefined, 30_000],
    ["is a date, against the answer's date", at(30), at(20), 10_000],
    ["is a date in the past", at(-86_400), undefined, 0],
    ["is nonsense", "soon", undefined, null],
    ["is a fraction", "1.5", undefined, null],
  ])("%s", (_, header, date, expected) => {
    expect(retryAfterMs(header, date, NOW)).toBe(expected);
  });
});
