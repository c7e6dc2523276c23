/** How many values a message lists at most. */
const MOST = 12;
const WORD_ORDER = new Intl.Collator("en", { numeric: true });

/** How a value is written, whatever its numbers: `16_gb` and `0.5_gb` are alike. */
export function shapeOf(text: string): string {
  return text.replace(/\d+(?:\.\d+)?/g, "#");
}

/**
 * The listed values that somebody who wrote `value` may have meant: those that differ in a few letters, and those that differ
 * only in their numbers; in the order of people (2 before 16), twelve at most and the nearest of them. Empty when none is near.
 */
export function similarTo(value: string, listed: readonly string[]): string[] {
  const shape = shapeOf(value);
  const isAlike = (text: string) => shape.includes("#") && shapeOf(text) === shape;
  return listed
    .map((text) => ({ text, distance: distance(value, text) }))
    .filter(({ text, distance }) => isAlike(text) || distance <= Math.max(1, Math.floor(value.length / 3)))
    .sort((a, b) => a.distance - b.distance || WORD_ORDER.compare(a.text, b.text))
    .slice(0, MOST)
    .map(({ text }) => text)
    .sort(WORD_ORDER.compare);
}

/** How many letters are to be added, taken away or exchanged to get from one text to the other; case does not count. */
function distance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchange = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
