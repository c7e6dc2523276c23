import { isRecord } from "../../rules/fields";
import { compareVersions } from "../../rules/versions";
import { NodeRefusal } from "../call";
import type { NamedKind, NamedRecord } from "../record";

/** What tells one kind of named record from another. */
export interface NamedRules {
  /** The key of the list, or null where the list is bare. */
  readonly list: string | null;
  /** What a body must have, and of which form; the first one that is broken is the answer. */
  readonly demands: readonly { readonly broken: (body: NamedRecord) => boolean; readonly text: string }[];
  /** The record of a body. */
  readonly stored: (name: string, body: NamedRecord) => NamedRecord;
  /** A record as GET answers it. */
  readonly answered: (record: NamedRecord) => unknown;
  /** What DELETE answers. */
  readonly deleted: (name: string, record: NamedRecord) => unknown;
  readonly missing: (name: string) => string;
  /** Status of the answer for one that is not there. @default 404 */
  readonly missingStatus?: number;
  /** Why a record cannot become what a body says; undefined: it can. */
  readonly refuses?: (before: NamedRecord, body: NamedRecord) => string | undefined;
}

const same = (record: NamedRecord) => record;
const nameOnly = (name: string) => ({ name });
const texts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");

/** A list of objects, each with an id and what `item` demands. */
function itemsDemand(item: (one: NamedRecord) => boolean, text: string) {
  return [
    {
      broken: ({ items }: NamedRecord) => !Array.isArray(items) || !items.every(isRecord),
      text: "Invalid or missing `items` field; it must be an array of objects.",
    },
    {
      broken: ({ items }: NamedRecord) =>
        !(items as NamedRecord[]).every((one) => typeof one.id === "string" && item(one)),
      text,
    },
  ];
}

/** A curation item as it is stored: with every default, and its tags in order. */
function curation({ rule, ...item }: NamedRecord): NamedRecord {
  const { tags } = rule as NamedRecord;
  return {
    includes: [],
    excludes: [],
    remove_matched_tokens: item.filter_by !== undefined,
    filter_curated_hits: false,
    stop_processing: true,
    ...item,
    rule: { ...(rule as NamedRecord), ...(Array.isArray(tags) && { tags: [...tags].sort() }) },
  };
}

/** Stopwords are stored as the words that a query is split into. */
function wordsOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words.filter((word) => word !== ""))].reverse();
}

/** Everything that a server keeps by name, by the path of its list (docs/design/api-assumptions.md#data-plane). */
export const NAMED: { readonly [Kind in NamedKind]: NamedRules } = {
  synonym_sets: {
    list: null,
    demands: itemsDemand(
      ({ synonyms }) => texts(synonyms) && (synonyms as string[]).length > 0,
      "Each synonym item needs an `id` and an array of `synonyms`.",
    ),
    // Every item shows its root and locale once it is stored.
    stored: (name, { items }) => ({
      name,
      items: (items as NamedRecord[]).map((item) => ({ root: "", locale: "", ...item })),
    }),
    answered: same,
    deleted: nameOnly,
    missing: () => "Synonym set not found.",
  },
  curation_sets: {
    list: null,
    demands: itemsDemand(({ rule }) => isRecord(rule), "Each curation item needs an `id` and a `rule`."),
    stored: (name, { items, description }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      items: (items as NamedRecord[]).map(curation).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
    }),
    answered: same,
    deleted: nameOnly,
    missing: () => "Curation set not found.",
  },
  presets: {
    list: "presets",
    demands: [
      { broken: ({ value }) => value === undefined, text: "Parameter `value` is required." },
      { broken: ({ value }) => !isRecord(value), text: "Parameter `value` must be an object." },
    ],
    stored: (name, { value }) => ({ name, value }),
    answered: same,
    deleted: (_, record) => record,
    missing: () => "Not found.",
  },
  stopwords: {
    list: "stopwords",
    demands: [
      { broken: ({ stopwords }) => stopwords === undefined, text: "Parameter `stopwords` is required." },
      {
        broken: ({ stopwords }) => !texts(stopwords) || (stopwords as string[]).length === 0,
        text: "Parameter `stopwords` is required as a non-empty array of strings.",
      },
      {
        broken: ({ locale }) => locale !== undefined && typeof locale !== "string",
        text: "Parameter `locale` is required as string value",
      },
    ],
    stored: (id, { stopwords, locale }) => ({
      id,
      stopwords: wordsOf(stopwords as string[]),
      ...(locale === undefined ? {} : { locale }),
    }),
    answered: (record) => ({ stopwords: record }),
    deleted: (id) => ({ id }),
    missing: () => "Stopword `id` not found.",
  },
  analytics_rules: {
    list: null,
    demands: [
      { broken: ({ type }) => typeof type !== "string", text: "Type is required" },
      { broken: ({ params }) => params !== undefined && !isRecord(params), text: "Params must be an object" },
    ],
    stored: (name, body) => ({
      rule_tag: "",
      ...body,
      params: { limit: 1000, expand_query: false, ...(body.params as NamedRecord | undefined) },
      name,
    }),
    answered: same,
    deleted: (_, record) => record,
    missing: () => "Rule not found",
    missingStatus: 400,
    refuses(before, body) {
      const words = { type: "type", collection: "collection", event_type: "event type" };
      const changed = Object.entries(words).find(([key]) => key in body && body[key] !== before[key]);
      return changed && `Rule ${changed[1]} cannot be changed`;
    },
  },
};

/** The record that a body is. @throws NodeRefusal 400 for what it lacks, or cannot change of the record before */
export function namedRecord(
  kind: NamedKind,
  name: string,
  body: NamedRecord,
  before?: NamedRecord,
): NamedRecord {
  const { demands, refuses, stored } = NAMED[kind];
  const broken = demands.find((one) => one.broken(body));
  if (broken !== undefined) throw new NodeRefusal(400, broken.text);
  const refused = before && refuses?.(before, body);
  if (refused !== undefined) throw new NodeRefusal(400, refused);
  return stored(name, body);
}

const FIRST_VERSION = "30.0";

/** Whether a server has named records as they are here. */
export function knowsNamed(version: string): boolean {
  return compareVersions(version, FIRST_VERSION) >= 0;
}
