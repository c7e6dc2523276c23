/** Whether two RFC 3339 texts name the same instant: a user's own words for it are kept. */
export function sameInstant(a: string, b: string): boolean {
  const [first, second] = [Date.parse(a), Date.parse(b)];
  return Number.isFinite(first) && first === second;
}

/** Whether the version that runs is one that the wanted one leaves open: "27" allows "27.1" and "27.1.3". */
export function withinVersion(running: string, wanted: string): boolean {
  return running === wanted || running.startsWith(`${wanted}.`);
}
