import { UNKNOWN } from "../../../../src/framework";
import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import { warnOfOptionalTime } from "../../../../src/provider/resources/liveCollection/validators";
import { field } from "../collection/kit";
import { liveValues } from "./kit";

const time = (type: string, more: object = {}) => ({ field: [field("updated_at", type, more)] });
const query = (name: string | null, more: object = {}) => ({
  ...{ name, parameters: { q: "*", query_by: "title", per_page: "10" } },
  ...{ same_top: null, tolerance: null, max_slowdown: null },
  ...more,
});

/** Returns the problems of a configuration. */
function problems(given: object): string[] {
  const config = { ...liveValues(), ...given };
  const diagnostics = new Diagnostics();
  validate(liveCollection.schema, liveCollection.validators ?? [], config as never, diagnostics);
  return diagnostics.items.map(({ summary, detail, path }) => `${summary} ${detail} (${path?.join(".")})`);
}

test.each<[string, object, RegExp]>([
  [
    "a field that is missing",
    { updated_at_field: "changed_at" },
    /^updated_at_field cannot be "changed_at" There is no such field. The fields with whole numbers are updated_at\. \(updated_at_field\)$/,
  ],
  ["a fraction", time("float"), /Its type is float, but a time is a whole number/],
  ["a list", time("int64[]"), /Its type is int64\[\], but/],
  ["a field without an index", time("int64", { index: false, optional: true }), /It is not indexed/],
  ["a field that is not stored", time("int64", { store: false }), /It is not stored/],
  ["milliseconds in an int32", { ...time("int32"), updated_at_unit: "ms" }, /do not fit into an int32/],
  ...[
    "a:b",
    "x(y)",
    "a && b",
    "a||b",
    " at",
    "at ",
    "a,b",
    "a`b",
    "$at",
    "!at",
    "at>",
    "a[0]",
    "*",
    ".*_at",
    "a  b",
  ].map((name): [string, object, RegExp] => [
    `the name ${JSON.stringify(name)}`,
    { field: [field(name, "int64")], updated_at_field: name },
    /Filters cannot name it/,
  ]),
  ["a unit without a field", { updated_at_field: null, updated_at_unit: "s" }, /without updated_at_field/],
  ["another unit", { updated_at_unit: "m" }, /must be one of "s", "ms"/],
  [
    "the mark in metadata",
    { metadata: '{"searchcloud_live_collection":{}}' },
    /metadata contains "searchcloud_live_collection" .*\(metadata\)$/,
  ],
  ["too many versions", { retain: 4 }, /must be a whole number from 0 to 3, not 4/],
  ["half a version", { retain: 0.5 }, /must be a whole number/],
  ["another strategy", { strategy: "patch" }, /must be one of "auto", "copy"/],
  ["two queries with one name", { query: [query("a"), query("a")] }, /Two queries have the same name/],
  [
    "a query that compares more than it returns",
    { query: [query(null, { same_top: 20 })] },
    /same_top is more than the query returns/,
  ],
  ["no nodes", { cluster_id: null }, /No cluster_id and no node_urls/],
  ["a field twice", { field: [field("a"), field("a")], updated_at_field: null }, /configured twice/],
  ["a key without a version", { model_api_key_wo: "sk-1" }, /without model_api_key_wo_version/],
])("%s is rejected", (_, given, problem) => {
  expect(problems(given)).toEqual([expect.stringMatching(problem)]);
});

test.each<[string, object]>([
  ["seconds", time("int32")],
  ["milliseconds", { ...time("int64"), updated_at_unit: "ms" }],
  ...["updated at", "meta.updated_at", "aktualisiert-für", "更新"].map((name): [string, object] => [
    `the name ${name}`,
    { field: [field(name, "int64")], updated_at_field: name },
  ]),
  ["no time", { updated_at_field: null }],
  ["an unknown name", { updated_at_field: UNKNOWN }],
  ["unknown metadata", { metadata: UNKNOWN }],
  ["several queries", { query: [query(null), query("a", { same_top: 10 }), query("b")] }],
])("%s is accepted", (_, given) => {
  expect(problems(given)).toEqual([]);
});

test("a plan warns of a time that documents may omit", () => {
  const warned = (given: object) => {
    const { warn, items } = new Diagnostics();
    warnOfOptionalTime({ planned: { ...liveValues(), ...given }, warn } as never);
    return items.map(({ summary }) => summary);
  };
  expect(warned(time("int64", { optional: true }))).toEqual([
    'Documents of live collection "catalog" may omit updated_at',
  ]);
  expect(warned(time("int64"))).toEqual([]);
  expect(warned({ field: UNKNOWN })).toEqual([]);
  expect(warned({ ...time("int64", { optional: true }), updated_at_field: null })).toEqual([]);
});
