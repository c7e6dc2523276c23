import { checks, defineResourceSchema, t } from "../../../framework";
import { defineRecord, LOCALE, nonNull, stringIn, stringsIn } from "./definition";

export const stopwordsSet = defineRecord({
  type: "stopwords_set",
  movedFrom: [
    ["typesense_stopword", "name", "fluent"],
    ["typesense_stopwords_set", "name", "alan"],
  ],
  kind: "StopwordsSet",
  path: "/stopwords/{name}",
  noun: "Stopwords set",
  description:
    "Words that a search removes from its query if it names the set in `stopwords`. Documents keep them. Needs server version 26 or later.",
  nameDescription: "Name of the set.",
  servers: { from: "26" },
  fields: defineResourceSchema({
    stopwords: {
      type: t.set(t.string),
      mode: "required",
      updatedBy: "write",
      description:
        "The words. Servers store them in lower case, without special characters, and split phrases into words; without a `locale`, they may also drop " +
        "letters such as `ü`. That is no drift.",
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
              "Without a locale, servers convert letters to ASCII, and drop those that they cannot convert; the parentheses show what may be left. " +
              "Searches in fields without a locale drop them in the same way. If the searched fields have a locale, set it here too.",
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
 * Stopwords as servers store them (docs/design/data-plane.md#named): split into words like a query, in lower case. Without a locale, the
 * system of the server converts or drops letters beyond ASCII: "Über" is stored as "ber" or as "uber". With a locale they stay, and a
 * special character may also separate two words.
 */

/** The ASCII spellings of letters on different systems, besides the letter without its accents. */
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
/** The letters that every system converts to ASCII. */
const ALWAYS_SPELT = new Set("ßæœ");
/** Scripts without spaces between words: how a server splits them cannot be predicted. */
const SEGMENTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
/** The characters that separate words for every server: neither tabs nor other white space do. */
const SEPARATORS = /[ \n]+/;
/** Latin letters. Those of other alphabets may be converted to any number of Latin ones. */
const LATIN = /\p{Script=Latin}/u;

/**
 * True if every server stores two sets of stopwords alike: the case of ASCII letters and the phrases do not matter. Without a locale,
 * servers keep capitals of other alphabets.
 */
export function sameStopwords(a: readonly string[], b: readonly string[]): boolean {
  const inLowerCase = (word: string) => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const [first, second] = [new Set(wordsOf(a).map(inLowerCase)), new Set(wordsOf(b).map(inLowerCase))];
  return first.size === second.size && [...first].every((word) => second.has(word));
}

/** True if a server may have stored these texts as exactly these words. */
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

/** Returns the ways in which a server may split a text, each as patterns of the resulting words. */
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

/** Returns a pattern of the forms in which a server may store a word. */
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
 * Returns the words of which a server may drop letters, each with the rest: `"Über" ("ber")`. With a locale it drops none, except for
 * locales that servers treat like none.
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

/** True if a server may drop a letter. Letters of other alphabets stay. */
function mayVanish(letter: string): boolean {
  return /\p{L}/u.test(letter) && LATIN.test(letter) && !/[a-z]/.test(letter) && !ALWAYS_SPELT.has(letter);
}
