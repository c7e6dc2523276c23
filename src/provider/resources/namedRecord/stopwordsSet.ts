import { checks, defineResourceSchema, t } from "../../../framework";
import { given, LOCALE, textIn, textsIn } from "./parts";
import { row } from "./row";
import { isStoredAs, losingLetters, sameStopwords } from "./stopwords";

export const stopwordsSet = row({
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
  toBody: ({ stopwords, locale }) => given({ stopwords, locale }),
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
    const [configured, seen] = [state.stopwords ?? null, textsIn(stopwords)];
    const isSame = configured !== null && isStoredAs(configured, seen);
    return { stopwords: isSame ? configured : seen, locale: textIn(locale) };
  },
});
