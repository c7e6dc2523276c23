/** Requests that the service allows a key in a minute. */
export const RATE = 30;

/** Minutes that so many requests take when nothing but the budget holds them up: the first minute's worth leaves at once. */
export function minutesOf(requests: number): number {
  return Math.max(0, Math.ceil(requests / RATE) - 1);
}
