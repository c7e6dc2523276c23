/** So many requests of one key in any window of so many seconds of the emulator's clock. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Reads `30/60` (requests per seconds) or `off` (null). @throws Error that says what is allowed. */
export function parseRate(value: string): RateLimit | null {
  if (value === "off") return null;
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(value) ?? [];
  if (requests === undefined || seconds === undefined) {
    throw new Error(`The rate limit "${value}" is neither "off" nor requests/seconds, such as "30/60".`);
  }
  return { requests: Number(requests), seconds: Number(seconds) };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** A sliding window per key; `null` admits everything. */
export function createRateLimiter(limit: RateLimit | null) {
  const seen = new Map<string, number[]>();
  return {
    /** Counts one request. Answers 0 when it is within the limit, else the milliseconds until one will be. */
    admit(key: string, now: number, refusedCount: boolean): number {
      if (limit === null) return 0;
      const window = limit.seconds * 1000;
      const recent = (seen.get(key) ?? []).filter((at) => at > now - window);
      const refused = recent.length >= limit.requests;
      if (!refused || refusedCount) recent.push(now);
      seen.set(key, recent);
      return refused ? (recent.at(-limit.requests) ?? now) + window - now : 0;
    },
  };
}
