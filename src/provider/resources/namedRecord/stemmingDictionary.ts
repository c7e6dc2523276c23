import { checks, defineResourceSchema, t, type ValueValidator } from "../../../framework";
import { defineRecord, type Note, recordsIn } from "./definition";

type Words = Readonly<Record<string, string>>;

/** A word without letters would never occur in a document. */
const named: ValueValidator<Words> = (words) => ("" in words ? "must not have an empty word" : undefined);

export const stemmingDictionary = defineRecord({
  type: "stemming_dictionary",
  movedFrom: [
    ["typesense_stemming_dictionary", "name", "fluent"],
    ["typesense_stemming_dictionary", "dictionary_id", "alan"],
  ],
  kind: "StemmingDictionary",
  path: "/stemming/dictionaries/{name}",
  request: "POST /stemming/dictionaries/import, after a DELETE if a word is removed or gets another root",
  noun: "Stemming dictionary",
  description:
    "Words with the roots by which a server indexes and searches them. A field uses a dictionary if its `extra` names it: " +
    "`jsonencode({ stem_dictionary = searchcloud_stemming_dictionary.NAME.name })`; the reference creates the dictionary first. Documents are indexed with " +
    "the roots of that moment: an edit applies to searches at once, but to documents only when they are indexed again. Needs server version 28 or later; " +
    "an edit or a destroy needs 29.",
  nameDescription: "Name of the dictionary, its id at the server.",
  servers: { from: "28" },
  removable: {
    from: "29",
    otherwise:
      "Servers of version 28 only add words to a dictionary. For other words, create a dictionary with another name.",
  },
  fields: defineResourceSchema({
    words: {
      type: t.map(t.string),
      mode: "required",
      updatedBy: "write",
      description:
        'The root of each word, such as `{ people = "person" }`. All other words stay as they are. Words are compared with those of documents and searches ' +
        "in lower case.",
      validators: [checks.notEmpty(), checks.each(checks.notEmpty()), named],
    },
  }),
  toBody: ({ words }) => ({
    words: Object.entries(words).map(([word, root]) => ({ word, root })),
  }),
  fromAnswer: ({ words }) => ({
    words: Object.fromEntries(recordsIn(words).map(({ word, root }) => [String(word), String(root)])),
  }),
  notes: ({ name, words }, prior) => [
    ...neverFound(name, words),
    ...beyondOneWrite(name, words),
    ...(prior === null ? [] : [notIndexedAgain(name, prior.words, words)]),
  ],
  endsWith:
    "Fields that name it no longer stem their words, although servers do not say so, and documents keep the roots with which they were indexed. " +
    "Index them again once no field names it.",
});

/** Warns of words that no document has. */
function neverFound(name: string, words: Words): readonly Note[] {
  const capital = Object.keys(words).filter((word) => word !== word.toLowerCase() || /\s/.test(word));
  if (capital.length === 0) return [];
  return [
    {
      summary: `Stemming dictionary "${name}" has words that are never found: ${shownOf(capital)}`,
      detail:
        "Servers compare single words in lower case, so words with capitals or spaces have no effect. Write each word by itself, in lower case.",
    },
  ];
}

/** The first words of a list, for a message. */
function shownOf(words: readonly string[]): string {
  const first = words.slice(0, 5).map((word) => JSON.stringify(word));
  return [...first, ...(words.length > 5 ? [`${words.length - 5} more`] : [])].join(", ");
}

/** The bytes of an import from which servers store it in parts, each of which replaces the one before (from the source of 28 to 30). */
const STORED_AT_ONCE = 196_605;

/** Warns of a dictionary that a server loses a part of at its next restart. */
function beyondOneWrite(name: string, words: Words): readonly Note[] {
  const lines = Object.entries(words).map(([word, root]) => JSON.stringify({ word, root }));
  const bytes = Buffer.byteLength(lines.join("\n"));
  if (bytes < STORED_AT_ONCE) return [];
  return [
    {
      summary: `Stemming dictionary "${name}" is too large to survive a restart of its servers`,
      detail:
        `It has ${bytes} bytes, and servers store only the last part of an import of ${STORED_AT_ONCE} bytes or more: after a restart the other words are ` +
        "missing, and the next plan shows it. Use several dictionaries, one for each field.",
    },
  ];
}

/** Warns that an edit does not change indexed documents. */
function notIndexedAgain(name: string, before: Words, now: Words): Note {
  const isReplaced = Object.entries(before).some(([word, root]) => now[word] !== root);
  const between = isReplaced
    ? "A server does not change the root of a word, so the dictionary is deleted and imported again: searches in between find words as they are written. "
    : "";
  return {
    summary: `Stemming dictionary "${name}": documents keep their roots until they are indexed again`,
    detail: `${between}Searches use the new roots at once, and do not find documents by a word whose root has changed. Import the documents again. Another name of the dictionary would edit the fields that refer to it, and the server would index them again.`,
  };
}
