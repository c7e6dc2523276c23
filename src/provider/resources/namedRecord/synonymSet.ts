import { checks, defineResourceSchema, t } from "../../../framework";
import { givenText } from "../../model/attributes";
import { given, LOCALE, recordsIn, repeated, textIn, textsIn } from "./parts";
import { row } from "./row";

export const synonymSet = row({
  type: "synonym_set",
  kind: "SynonymSet",
  path: "/synonym_sets/{name}",
  noun: "Synonym set",
  description:
    "A set of synonyms, from server 30 on. It takes effect on the collections that name it in `synonym_sets`, and in searches that do.",
  nameDescription: "Name of the set.",
  servers: {
    from: "30",
    otherwise:
      "Older servers keep synonyms with each collection (/collections/…/synonyms), which this provider does not manage. An upgrade to 30 makes a set of " +
      "them, COLLECTION_synonyms_index, which can be imported.",
  },
  fields: defineResourceSchema({
    item: {
      block: "set",
      updatedBy: "write",
      description: "One group of words that mean the same.",
      fields: {
        id: { ...givenText("Name of the group within the set."), mode: "required" },
        synonyms: {
          type: t.set(t.string),
          mode: "required",
          description: "The words.",
          validators: [checks.notEmpty()],
        },
        root: {
          ...givenText(
            "A word for which the synonyms are found as well, but not the other way round. Without it, each is found for each other.",
          ),
          mode: "optional",
        },
        locale: LOCALE,
        symbols_to_index: {
          type: t.set(t.string),
          mode: "optional",
          description: "Special characters that count in these words, such as `+`. Servers drop all others.",
          validators: [checks.notEmpty(), checks.each(checks.matching(/^.$/u, "one character"))],
        },
      },
    },
  }),
  validators: [
    {
      reads: ["item"],
      check: ({ item }) => {
        const twice = repeated(item.map(({ id }) => id));
        return twice === undefined
          ? undefined
          : {
              path: ["item"],
              summary: `Two items have the id "${twice}"`,
              detail:
                "A set has each id once: the second would replace the first. Give each item an id of its own.",
            };
      },
    },
  ],
  toBody: ({ item }) => ({
    items: item.map(({ id, synonyms, root, locale, symbols_to_index }) =>
      given({ id, synonyms, root, locale, symbols_to_index }),
    ),
  }),
  fromAnswer: ({ items }) => ({
    item: recordsIn(items).map(({ id, synonyms, root, locale, symbols_to_index: symbols }) => ({
      id: String(id),
      synonyms: textsIn(synonyms),
      root: textIn(root),
      locale: textIn(locale),
      symbols_to_index: textsIn(symbols).length > 0 ? textsIn(symbols) : null,
    })),
  }),
});
