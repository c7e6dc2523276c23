import { checks, defineResourceSchema, t } from "../../../framework";
import { defineRecord, LOCALE, nonNull, stringIn, stringsIn } from "./definition";

export const stopwordsSet = defineRecord({
  type: "stopwords_set",
  kind: "StopwordsSet",
  path: "/stopwords/{name}",
  noun: "Stopwords set",
  description:
    "Words that a search leaves out of its query when it names the set in `stopwords`. Documents keep them. Needs server 26 or later.",
  nameDescription: "Name of the set.",
  servers: { from: "26" },
  fields: defineResourceSchema({
    stopwords: {
      type: t.set(t.string),
      mode: "required",
      updatedBy: "write",
      description:
        "The words. Servers store them in lower case, without special characters, and the words of a phrase one by one; without a `locale`, letters " +
        "such as `ü` may vanish, too. That is no drift.",
      validators: [checks.notEmpty(), checks.each(checks.notEmpty())],
      semanticallyEqual: sameStopwords,
    },
    locale: { ...LOCALE, updatedBy: "write" },
  }),
  toBody: ({ stopwords, locale }) => nonNull({ stopwords, locale }),
  notes: ({ name, stopwords, locale }) => {
    const losing = losingLetters(stopwords, locale);
    return losing.length === 0
      ? []
      : [
          {
            summary: `Stopwords set "${name}": servers may drop letters of ${losing.join(", ")}`,
            detail:
              "Without a locale, servers write letters in ASCII, and drop those that they have no other spelling for; in parentheses stands what may " +
              "be left. Searches in fields without a locale lose them in the same way. Where the fields that are searched have a locale, set it here too.",
          },
        ];
  },
  compared: { attribute: "stopwords", covers: isStoredAs },
  fromAnswer({ stopwords, locale }, state) {
    const [configured, seen] = [state.stopwords ?? null, stringsIn(stopwords)];
    const isSame = configured !== null && isStoredAs(configured, seen);
    return { stopwords: isSame ? configured : seen, locale: stringIn(locale) };
  },
});

/**
 * Stopwords as servers store them (docs/design/data-plane.md#named): the words that a query is split into, in lower case. Without a
 * locale, letters beyond ASCII become others or vanish, by what the server's system makes of them: "Über" is stored as "ber" or as
 * "uber". With a locale they stay, and a special character may also part two words.
 */

/** What systems write for a letter in ASCII, beside the letter without its accents. */
const SPELT: Readonly<Record<string, readonly string[]>> = {
  ß: ["ss"],
  æ: ["ae"],
  œ: ["oe"],
  ø: ["o", "oe"],
  å: ["a", "aa"],
  ä: ["a", "ae"],
  ö: ["o", "oe"],
  ü: ["u", "ue"],
  ł: ["l"],
  đ: ["d"],
  ð: ["d"],
  þ: ["th"],
  ı: ["i"],
};
/** Those of which any system makes something in ASCII. */
const ALWAYS_SPELT = new Set("ßæœ");
/** What languages write without spaces between words: nobody can tell what a server makes of it. */
const SEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
/** What parts words for every server: a tabulator does not, and no other white space. */
const SEPARATORS = /[ \n]+/;
/** What of other alphabets may be written in Latin letters, of any number. */
const LATIN = /\p{Script=Latin}/u;

/**
 * Whether two sets of stopwords are certainly one to every server: the case of ASCII does not count, nor how the words stand together.
 * Without a locale, capitals of other alphabets stay.
 */
export function sameStopwords(a: readonly string[], b: readonly string[]): boolean {
  const inLowerCase = (word: string) => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const [first, second] = [new Set(wordsOf(a).map(inLowerCase)), new Set(wordsOf(b).map(inLowerCase))];
  return first.size === second.size && [...first].every((word) => second.has(word));
}

/** Whether a server that was sent these texts may answer just these words, as far as can be told. */
export function isStoredAs(texts: readonly string[], words: readonly string[]): boolean {
  const stored = wordsOf(words).map((word) => word.toLowerCase());
  const sent = texts.map(readingsOf);
  // With a locale, a symbol beyond ASCII may be a word of its own.
  const symbols = new Set(texts.join("").match(/[^\p{ASCII}\p{L}\p{N}]/gu));
  const isMade = (word: string) => symbols.has(word) || sent.flat(2).some((part) => part.test(word));
  const isThere = (part: RegExp) => part.test("") || stored.some((word) => part.test(word));
  return stored.every(isMade) && sent.every((readings) => readings.some((parts) => parts.every(isThere)));
}

function wordsOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(SEPARATORS)).filter((word) => word !== "");
}

/** The ways in which a text may be split, each as the words that may come of it. */
function readingsOf(text: string): readonly (readonly RegExp[])[] {
  const joined = text.replace(/[^\P{ASCII}A-Za-z0-9 \n]/gu, "");
  const parted = text.replace(/[^\p{L}\p{M}\p{N}]/gu, " ");
  return [joined, parted].map((one) =>
    one
      .split(SEPARATORS)
      .filter((word) => word !== "")
      .map(patternOf),
  );
}

/** What a server may make of a word. */
function patternOf(word: string): RegExp {
  if (SEGMENTED.test(word)) return /^.*$/u;
  const letters = [...word.normalize("NFC").toLowerCase()].map((letter) => {
    if (/[a-z0-9]/.test(letter)) return letter;
    if (!LATIN.test(letter)) return `(?:${letter}|${letter.toUpperCase().toLowerCase()}|[a-z0-9]{0,4})?`;
    const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
    const ways = [letter, letter.normalize("NFKD"), plain, ...(SPELT[letter] ?? [])];
    return `(?:${ways.map(escaped).join("|")})?`;
  });
  return new RegExp(`^${letters.join("")}$`, "u");
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/**
 * The words of which letters may get lost, each with what may be left of it: `"Über" ("ber")`. With a locale none does, but for those
 * for which servers split words as without one.
 */
export function losingLetters(texts: readonly string[], locale: string | null): readonly string[] {
  if (locale !== null && !["en", "de_en"].includes(locale)) return [];
  const words = texts.flatMap((text) => text.split(/\s+/));
  const losing = words.filter((word) => [...word.normalize("NFC").toLowerCase()].some(mayVanish));
  return [...new Set(losing)].map((word) => {
    const left = [...word.normalize("NFC").toLowerCase()].filter((letter) => !mayVanish(letter));
    const kept = left
      .map((letter) => SPELT[letter]?.[0] ?? letter)
      .join("")
      .replace(/[^\p{L}\p{N}]/gu, "");
    return `"${word}" (${kept === "" ? "nothing" : `"${kept}"`})`;
  });
}

/** Letters of other alphabets stay as they are. */
function mayVanish(letter: string): boolean {
  return /\p{L}/u.test(letter) && LATIN.test(letter) && !/[a-z]/.test(letter) && !ALWAYS_SPELT.has(letter);
}
