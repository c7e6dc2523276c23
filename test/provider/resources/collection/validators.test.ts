import { UNKNOWN } from "../../../../src/framework";
import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { collectionValues, field } from "./kit";

/** Returns the problems of a configuration. */
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
    /^Field "title" is configured twice .*\(field\)$/,
  ],
  ["id as a field", { field: [TITLE, field("id")] }, /^A field cannot have the name "id" .*\(field\)$/],
  [
    "a missing default sorting field",
    { default_sorting_field: "rank" },
    /cannot be "rank" There is no such field\. The fields are title\./,
  ],
  [
    "a default sorting field that is not a number",
    { default_sorting_field: "title" },
    /It is a field of type string, but .* a string with sort = true/,
  ],
  [
    "a default sorting field that is a list",
    { field: [field("rank", "int32[]")], default_sorting_field: "rank" },
    /a field of type int32\[\] without sort/,
  ],
  [
    "an optional default sorting field",
    { field: [field("rank", "float", { optional: true })], default_sorting_field: "rank" },
    /It is an optional field/,
  ],
  ["cluster_id and node_urls", { node_urls: ["https://n.example"] }, /Both cluster_id and node_urls/],
  ["neither cluster_id nor node_urls", { cluster_id: null }, /No cluster_id and no node_urls/],
  [
    "extra that is not an object",
    { field: [field("title", "string", { extra: "[]" })] },
    /must be a JSON object/,
  ],
  [
    "extra with an attribute",
    { field: [field("title", "string", { extra: '{"facet":true}' })] },
    /holds "facet", which is an attribute of the field/,
  ],
  [
    "separators that are not a list",
    { field: [field("title", "string", { extra: '{"token_separators":"-"}' })] },
    /"token_separators", which must be a list/,
  ],
  ["extra that drops", { field: [field("title", "string", { extra: '{"drop":true}' })] }, /remove its block/],
  [
    "a negative number of dimensions",
    { field: [field("v", "float[]", { num_dim: -1 })] },
    /whole number from 0/,
  ],
  [
    "a default sorting field that is a geopoint",
    { field: [field("at", "geopoint")], default_sorting_field: "at" },
    /of type geopoint/,
  ],
  ["an object without nested fields", { field: [field("o", "object")] }, /does not enable nested fields/],
  ["metadata that is not an object", { metadata: "[]" }, /must be a JSON object/],
  [
    "the mark of live collections",
    { metadata: '{"searchcloud_live_collection":{}}' },
    /metadata contains "searchcloud_live_collection"/,
  ],
  ["an unknown value of replacement", { replacement: "yes" }, /must be one of "refuse", "allow"/],
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
  ["an empty default sorting field, as servers show it", { default_sorting_field: "" }],
  ["empty strings and numbers", { field: [field("a", "string", { locale: "", num_dim: 0, reference: "" })] }],
  ["an unknown type", { field: [field("at", "from_the_future")] }],
  ["an object", { field: [field("o", "object")], enable_nested_fields: true }],
  ["fields that are not known yet", { field: UNKNOWN, default_sorting_field: "rank" }],
  [
    "a name that is not known yet",
    { field: [TITLE, { ...TITLE, name: UNKNOWN }], default_sorting_field: "rank" },
  ],
])("allowed: %s", (_, given) => {
  expect(problems(given)).toEqual([]);
});
