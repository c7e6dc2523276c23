import { createHash } from "node:crypto";

/** Values that look random but follow from a string, so they are the same in every run. */

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const ID_LENGTH = 16;

/** Returns a number from 0 up to but not including `below`. Similar strings give distant numbers. */
export function spread(text: string, below: number): number {
  return createHash("sha256").update(text).digest().readUInt32BE() % below;
}

export function lettersOf(text: string, letters = LETTERS, length = ID_LENGTH): string {
  return Array.from({ length }, (_, place) =>
    letters.charAt(spread(`${text} ${place}`, letters.length)),
  ).join("");
}

/** Returns a UUID of version 4. */
export function uuidOf(text: string): string {
  const hex = lettersOf(text, "0123456789abcdef", 32);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}

/** Returns a duration in milliseconds: `fixed` seconds, or a time within the range if that is 0. */
export function durationOf(
  id: string,
  fixed: number,
  [fastest, slowest]: readonly [seconds: number, seconds: number],
): number {
  return (fixed > 0 ? fixed : fastest + spread(id, slowest - fastest + 1)) * 1000;
}
