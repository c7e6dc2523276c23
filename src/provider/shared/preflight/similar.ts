import { byWords } from "../../model/order";

/** How many values a message lists at most. */
const MOST = 12;

/** How a value is written, whatever its numbers: `16_gb` and `0.5_gb` are alike. */
export function shapeOf(text: string): string {
  return text.replace(/\d+(?:\.\d+)?/g, "#");
}

/**
 * The listed values that somebody who wrote `value` may have meant: those that differ in a few letters, then those that differ
 * only in their numbers, the closest of them; twelve at most, in the order of people (2 before 16). Empty when none is near.
 */
export function similarTo(value: string, listed: readonly string[]): string[] {
  const shape = shapeOf(value);
  return listed
    .flatMap((text) => {
      const isAlike = shape.includes("#") && shapeOf(text) === shape;
      if (isAlike) return [{ text, rank: value.length + apart(value, text) }];
      const letters = distance(value, text);
      return letters <= Math.max(1, Math.floor(value.length / 3)) ? [{ text, rank: letters }] : [];
    })
    .sort((a, b) => a.rank - b.rank || byWords(a.text, b.text))
    .slice(0, MOST)
    .map(({ text }) => text)
    .sort(byWords);
}

/** How far the first numbers of two texts are apart, from 0 to 1: 8 is as far from 4 as from 16. */
function apart(a: string, b: string): number {
  const [one, other] = [Number.parseFloat(a.replace(/^\D+/, "")), Number.parseFloat(b.replace(/^\D+/, ""))];
  return Math.abs(one - other) / (one + other || 1);
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
