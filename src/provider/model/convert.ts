export function toBool(value: string | null): boolean | null {
  return value === null ? null : value === "yes";
}

export function toYesNo(value: boolean): "yes" | "no" {
  return value ? "yes" : "no";
}

/** Formats epoch seconds as RFC 3339. */
export function toInstant(seconds: number): string;
export function toInstant(seconds: number | null): string | null;
export function toInstant(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** True if two RFC 3339 strings are the same instant. The state keeps the user's spelling. */
export function sameInstant(a: string, b: string): boolean {
  const [first, second] = [Date.parse(a), Date.parse(b)];
  return Number.isFinite(first) && first === second;
}
