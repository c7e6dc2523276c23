import * as z from "zod";
import { NodeRefusal } from "../call";
import type { ClusterData, StoredCollection } from "../record";
import { checkSchema, storedField } from "./fields";

const REQUIRED = "is required.";
const symbols = (name: string) => {
  const words = `\`${name}\` should be an array of character symbols.`;
  return z.array(z.string(words).length(1, words), words).default([]);
};
const sets = (name: string, of: string) =>
  z
    .array(
      z.string(`\`${name}\` should be an array of non-empty strings.`).min(1),
      `\`${name}\` should be an array of ${of} sets.`,
    )
    .default([]);

const NAME = "Parameter `name` must be a non-empty string.";
const SORTING =
  "`default_sorting_field` should be a string denoting the name of the field that will be used for ranking.";

/** The body of a create. What no one here knows of is taken over without a word, as servers do. */
const BODY = z.object({
  name: z.string(NAME).min(1, NAME),
  fields: z.array(
    z.unknown(),
    "The `fields` value should be an array of objects containing `name`, `type` and optionally, `facet` properties.",
  ),
  default_sorting_field: z.string(SORTING).default(""),
  enable_nested_fields: z.boolean("`enable_nested_fields` should be a boolean.").default(false),
  token_separators: symbols("token_separators"),
  symbols_to_index: symbols("symbols_to_index"),
  synonym_sets: sets("synonym_sets", "synonym"),
  curation_sets: sets("curation_sets", "curation"),
  metadata: z
    .record(z.string(), z.unknown(), "The `metadata` value should be an object.")
    .nullable()
    .default(null),
});

/**
 * Creates a collection.
 * @param needsSorting whether a default sorting field is demanded
 * @param now epoch milliseconds
 * @throws NodeRefusal 400 for what cannot be, 404 for a set that is not there, 409 for a name that exists
 */
export function createdCollection(
  data: ClusterData,
  given: Readonly<Record<string, unknown>>,
  needsSorting: boolean,
  now: number,
): StoredCollection {
  const demanded = ["name", "fields", ...(needsSorting ? ["default_sorting_field"] : [])];
  const missing = demanded.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new NodeRefusal(400, `Parameter \`${missing}\` ${REQUIRED}`);
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const parsed = BODY.safeParse(sent);
  if (!parsed.success) throw new NodeRefusal(400, parsed.error.issues[0]?.message ?? "Bad JSON.");
  const { fields: list, ...rest } = parsed.data;
  checkSets(data, rest);
  if (rest.default_sorting_field === "id") {
    throw new NodeRefusal(400, "Invalid `default_sorting_field` value: cannot be `id`.");
  }
  const fields = list
    .map((one) => storedField(one, rest.enable_nested_fields))
    .filter(({ name }) => name !== "id");
  checkSchema(fields, rest.default_sorting_field);
  if (data.collections.has(rest.name)) {
    throw new NodeRefusal(409, `A collection with name \`${rest.name}\` already exists.`);
  }
  const collection: StoredCollection = {
    ...rest,
    fields,
    createdAt: now,
    alteringUntil: 0,
    documents: new Map(),
    synonyms: new Map(),
    overrides: new Map(),
    nextDocumentId: 0,
  };
  data.collections.set(rest.name, collection);
  return collection;
}

/** The sets of a collection. @throws NodeRefusal 404 for one that is not there */
export function checkSets(
  { named }: ClusterData,
  {
    synonym_sets = [],
    curation_sets = [],
  }: Partial<Pick<StoredCollection, "synonym_sets" | "curation_sets">>,
): void {
  const synonyms = synonym_sets.find((name) => !named.synonym_sets.has(name));
  if (synonyms !== undefined) throw new NodeRefusal(404, `Synonym set \`${synonyms}\` not found.`);
  const curation = curation_sets.find((name) => !named.curation_sets.has(name));
  if (curation !== undefined) throw new NodeRefusal(404, `Curation set \`${curation}\` not found.`);
}
