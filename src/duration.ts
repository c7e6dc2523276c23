const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;

/** Converts a duration such as "90s", "1h30m" or "250ms" to milliseconds. Undefined if the string is not a duration. */
export function parseDuration(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(PART))
    total += Number(amount) * (UNITS[unit ?? ""] ?? Number.NaN);
  return total;
}

/** Formats milliseconds as a duration: 90000 is "1m30s". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds === 0) return milliseconds > 0 ? `${Math.round(milliseconds)}ms` : "0s";
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [h && `${h}h`, m && `${m}m`, s && `${s}s`].filter(Boolean).join("");
}
