import type { NamedKind } from "../../../src/dataPlane";
import type { EmulatorServer } from "../../../src/emulator";
import type { Lines } from "../support";
import { INVALID_ON_NODES, ON_CLUSTER, ON_NODES, OTHER_WAY } from "./onNodes";
import { replaced, type Story, updated } from "./story";

interface Row {
  readonly type: string;
  readonly kind: NamedKind;
  /** The emulator's name for them. */
  readonly stored: "synonym_sets" | "curation_sets" | "presets" | "stopwords" | "analytics_rules";
  /** The lines besides its name, as created and as edited. */
  readonly first: Lines;
  readonly edited: Lines;
  readonly invalid: Story["invalid"];
  readonly reworded?: readonly string[];
}

const item = (id: string, more = "") => `item {\n id = "${id}"\n synonyms = ["b", "a"]\n${more}}\n`;
const json = (value: unknown) => `jsonencode(${JSON.stringify(value)})`;
const PARAMS = { destination_collection: "queries", limit: 100 };
const RULE = { type: "popular_queries", collection: "sales", event_type: "search", params: PARAMS };

const ROWS: readonly Row[] = [
  {
    type: "synonym_set",
    kind: "SynonymSet",
    stored: "synonym_sets",
    first: { item: item("x") },
    edited: { item: `${item("y", 'root = "c"\n locale = "de"\n symbols_to_index = ["+"]\n')}${item("x")}` },
    invalid: { item: 'item {\n id = ""\n synonyms = []\n}' },
  },
  {
    type: "curation_set",
    kind: "CurationSet",
    stored: "curation_sets",
    first: { items: json([{ id: "b", rule: { query: "apple", match: "exact" }, excludes: [{ id: "1" }] }]) },
    edited: {
      items: json([
        { id: "b", rule: { tags: ["y", "x"] }, filter_by: "rank:>1" },
        { id: "a", rule: { query: "apple", match: "exact" }, includes: [{ id: "1", position: 1 }] },
      ]),
    },
    invalid: { items: '"[{}]"' },
    reworded: ["items"],
  },
  {
    type: "preset",
    kind: "Preset",
    stored: "presets",
    first: { value: json({ q: "*", per_page: 20 }) },
    edited: { value: '"{ \\"searches\\": [ { \\"q\\": \\"*\\", \\"per_page\\": 30.0 } ] }"' },
    invalid: { value: '"per_page=20"' },
    reworded: ["value"],
  },
  {
    type: "stopwords_set",
    kind: "StopwordsSet",
    stored: "stopwords",
    first: { stopwords: '["The", "a"]' },
    edited: { stopwords: '["United States", "an"]', locale: '"en"' },
    invalid: { stopwords: "[]", locale: '""' },
    reworded: ["stopwords"],
  },
  {
    type: "analytics_rule",
    kind: "AnalyticsRule",
    stored: "analytics_rules",
    first: { definition: json(RULE) },
    edited: {
      definition: json({ ...RULE, rule_tag: "home", params: { ...PARAMS, limit: 10, expand_query: true } }),
    },
    invalid: { definition: '"[]"' },
    reworded: ["definition"],
  },
];

/** Creates the collections that a rule names, which must exist. */
function createCollections(emulator: EmulatorServer): void {
  for (const cluster of ["shop1", "shop2"]) {
    for (const name of ["sales", "queries"]) {
      emulator.createCollectionOutside(cluster, { name, fields: [{ name: "q", type: "string" }] });
    }
  }
}

/** The records that servers keep by name, each written by one PUT. */
export const namedRecordStories: readonly Story[] = ROWS.map(
  ({ type, kind, stored, first, edited, invalid, reworded = [] }): Story => ({
    type,
    onNodes: true,
    ...(type === "analytics_rule" && { prepare: createCollections }),
    lines: { ...ON_NODES, name: '"first"', ...first },
    creates: [`upsert${kind}`],
    edits: [
      updated({ ...edited, ...OTHER_WAY }, `upsert${kind}`),
      replaced({ name: '"second"', ...ON_CLUSTER }, `delete${kind}`, `upsert${kind}`),
    ],
    invalid: { ...INVALID_ON_NODES, name: '""', ...invalid },
    importId: ({ cluster_id, name }) => `${cluster_id}/${name}`,
    imported: "update",
    reworded,
    takeAway: (emulator) => emulator.deleteNamedOutside("shop1", stored, "first"),
    destroys: [`delete${kind}`],
  }),
);
