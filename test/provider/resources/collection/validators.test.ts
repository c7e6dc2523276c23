import { UNKNOWN } from "../../../../src/framework";
import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { collectionValues, field } from "./kit";

/** Summaries of what is wrong with a configuration. */
function problems(given: Partial<CollectionValues> | object): string[] {
  const config = { ...collectionValues(), id: null, created_at: null, ...given };
  const diagnostics = new Diagnostics();
  validate(collection.schema, collection.validators ?? [], config as never, diagnostics);
  return diagnostics.items.map(({ summary, detail, path }) => `${summary} ${detail} (${path?.join(".")})`);
}

const [RANK, TITLE] = [field("rank", "int32"), field("title")];

test.each<[string, object, RegExp]>([
  [
    "a field twice",
    { field: [TITLE, field("title", "int32")] },
    /^Field "title" is there twice .*\(field\)$/,
  ],
  ["id as a field", { field: [TITLE, field("id")] }, /^A field cannot have the name "id" .*\(field\)$/],
  [
    "a default sorting field that is none",
    { default_sorting_field: "rank" },
    /cannot be "rank" There is no such field: the fields are title\./,
  ],
  [
    "one that is no number",
    { default_sorting_field: "title" },
    /It is a field of type string, but .* a string with sort = true/,
  ],
  [
    "one that is a list",
    { field: [field("rank", "int32[]")], default_sorting_field: "rank" },
    /a field of type int32\[\] without sort/,
  ],
  [
    "one that is optional",
    { field: [field("rank", "float", { optional: true })], default_sorting_field: "rank" },
    /It is an optional field/,
  ],
  ["both ways to the nodes", { node_urls: ["https://n.example"] }, /Both cluster_id and node_urls/],
  ["no way to the nodes", { cluster_id: null }, /No cluster_id and no node_urls/],
  [
    "extra that is no object",
    { field: [field("title", "string", { extra: "[]" })] },
    /must be a JSON object/,
  ],
  [
    "extra with an attribute",
    { field: [field("title", "string", { extra: '{"facet":true}' })] },
    /holds "facet", which is an attribute of the field/,
  ],
  [
    "separators that are no list",
    { field: [field("title", "string", { extra: '{"token_separators":"-"}' })] },
    /"token_separators" that is no list/,
  ],
  ["extra that drops", { field: [field("title", "string", { extra: '{"drop":true}' })] }, /remove its block/],
  ["fewer than no dimensions", { field: [field("v", "float[]", { num_dim: -1 })] }, /whole number from 0/],
  [
    "a default sorting field that is a place",
    { field: [field("at", "geopoint")], default_sorting_field: "at" },
    /of type geopoint/,
  ],
  ["an object where there are none", { field: [field("o", "object")] }, /does not enable nested fields/],
  ["metadata that is no object", { metadata: "[]" }, /must be a JSON object/],
  ["another word for replacement", { replacement: "yes" }, /must be one of "refuse", "allow"/],
])("refused: %s", (_, given, expected) => {
  expect(problems(given)).toEqual([expect.stringMatching(expected)]);
});

test.each<[string, object]>([
  ["a number to sort by", { field: [RANK, TITLE], default_sorting_field: "rank" }],
  [
    "a string to sort by",
    { field: [field("title", "string", { sort: true })], default_sorting_field: "title" },
  ],
  ["a bool to sort by", { field: [field("new", "bool")], default_sorting_field: "new" }],
  ["nothing to sort by, as servers answer it", { default_sorting_field: "" }],
  [
    "texts and numbers that are nothing",
    { field: [field("a", "string", { locale: "", num_dim: 0, reference: "" })] },
  ],
  ["a type that nobody knows yet", { field: [field("at", "from_the_future")] }],
  ["an object", { field: [field("o", "object")], enable_nested_fields: true }],
  ["fields that are not known yet", { field: UNKNOWN, default_sorting_field: "rank" }],
  [
    "a name that is not known yet",
    { field: [TITLE, { ...TITLE, name: UNKNOWN }], default_sorting_field: "rank" },
  ],
])("allowed: %s", (_, given) => {
  expect(problems(given)).toEqual([]);
});
