import type { CodeNames } from "./model";

/** An object that is to be called something in code. */
export interface Nameable {
  /** Unique among them. */
  readonly id: string;
  readonly name: string | null;
  /** What tells those apart that would be called the same. */
  readonly apart: string;
}

/** Words of a name that are taken for it; a construct's whole path must stay short. */
const MAX_LENGTH = 60;
/** JavaScript objects have a member of this name already. */
const TAKEN = ["constructor"];

/**
 * What each object is called in code, by its id: after its name where it has a letter or a digit of ASCII, else after its type.
 * Of those that would be called the same, each says what tells it apart, so that none changes its name when another one goes.
 *
 * @param type of the objects, in front where a name cannot begin
 * @param taken names of others, which none of these gets
 */
export function codeNamesFor(
  objects: readonly Nameable[],
  type: string,
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, CodeNames> {
  const wanted = [...objects]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, name, apart }) => {
      const own = wordsOf(name ?? "");
      const words = own.length > 0 ? own : [type, ...wordsOf(apart)];
      return { id, apart, words: mayBegin(words) ? words : [type, ...words] };
    });
  const count = new Map<string, number>();
  for (const { words } of wanted) count.set(keyOf(words), (count.get(keyOf(words)) ?? 0) + 1);
  const used = new Set([...taken].map((name) => keyOf(wordsOf(name))));
  return new Map(
    wanted.map(({ id, apart, words }) => {
      const distinct = count.get(keyOf(words)) === 1 ? words : [...words, ...wordsOf(apart)];
      let free = distinct;
      // Ids may differ in other characters only, and another object may be called just that.
      for (let number = 2; used.has(keyOf(free)); number += 1) free = [...distinct, `n${number}`];
      used.add(keyOf(free));
      return [id, { constructId: free.join("-"), resourceName: free.join("_") }];
    }),
  );
}

/** Lower-case words of letters and digits of ASCII; letters lose their accents. */
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

/** Two that are equal in this are equal in every way of joining the words. */
function keyOf(words: readonly string[]): string {
  return words.join("");
}
