import type { CodeNames } from "./model";

/** An object that needs a name in code. */
export interface Nameable {
  readonly id: string;
  readonly name: string | null;
  /** Added to the name of objects that would otherwise have the same one. */
  readonly qualifier: string;
}

/** The most characters of a name: the whole path of a construct must stay short. */
const MAX_LENGTH = 60;
/** Members of every JavaScript object. */
const TAKEN = ["constructor"];

/**
 * Names objects in code, by their ids: after their names if those have an ASCII letter or digit, else after their type. All objects
 * that would have the same name get a qualifier, so that none changes its name when another one is removed.
 *
 * @param type of the objects; a prefix where a name could not begin an identifier
 * @param taken names that are already used
 */
export function codeNamesFor(
  objects: readonly Nameable[],
  type: string,
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, CodeNames> {
  const wanted = [...objects]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, name, qualifier }) => {
      const own = wordsOf(name ?? "");
      const words = own.length > 0 ? own : [type, ...wordsOf(qualifier)];
      return { id, qualifier, words: mayBegin(words) ? words : [type, ...words] };
    });
  const count = new Map<string, number>();
  for (const { words } of wanted) count.set(keyOf(words), (count.get(keyOf(words)) ?? 0) + 1);
  const used = new Set([...taken].map((name) => keyOf(wordsOf(name))));
  return new Map(
    wanted.map(({ id, qualifier, words }) => {
      const distinct = count.get(keyOf(words)) === 1 ? words : [...words, ...wordsOf(qualifier)];
      let free = distinct;
      // Two ids may have the same words, and another object may already have exactly this name.
      for (let number = 2; used.has(keyOf(free)); number += 1) free = [...distinct, `n${number}`];
      used.add(keyOf(free));
      return [id, { constructId: free.join("-"), resourceName: free.join("_") }];
    }),
  );
}

/** Splits a text into lower-case words of ASCII letters and digits. Letters lose their accents. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .join(" ")
    .slice(0, MAX_LENGTH)
    .trim()
    .split(" ")
    .filter((word) => word !== "");
}

function mayBegin(words: readonly string[]): boolean {
  return /^[a-z]/.test(words[0] ?? "") && !TAKEN.includes(words.join(""));
}

/** Returns the same key for names that differ only in how their words are joined. */
function keyOf(words: readonly string[]): string {
  return words.join("");
}
