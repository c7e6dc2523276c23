/** True if the wanted version leaves the running one open: "27" allows "27.1" and "27.1.3". */
export function isWithinVersion(running: string, wanted: string): boolean {
  return running === wanted || running.startsWith(`${wanted}.`);
}

/** Compares two versions part by part, a missing part as 0: below 0 if `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  return compareParts(partsOf(a), partsOf(b));
}

/** True if `a` is certainly older than `b`: a part that one of them lacks may be any number. */
export function isOlder(a: string, b: string): boolean {
  const [parts, others] = [partsOf(a), partsOf(b)];
  return compareParts(parts.slice(0, others.length), others.slice(0, parts.length)) < 0;
}

function compareParts(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the numbers that a version begins with: two of 31.0.rc2. */
function partsOf(version: string): number[] {
  const parts = version.replace(/^v/i, "").split(".");
  const end = parts.findIndex((part) => !/^\d+$/.test(part));
  return parts.slice(0, end < 0 ? undefined : end).map(Number);
}
