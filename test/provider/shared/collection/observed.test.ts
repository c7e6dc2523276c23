import {
  importedFields,
  isAsPlanned,
  observedField,
  observedFields,
} from "../../../../src/provider/shared/collection/observed";
import type { FieldValues } from "../../../../src/provider/shared/collection/schema";
import { field, fieldRecord, oldRecord } from "../../resources/collection/kit";

const json = JSON.stringify;

describe("one field in state", () => {
  test.each<[string, FieldValues, object]>([
    ["an omitted property has the server's default", field("rank", "int32"), {}],
    ["a default that is spelled out stays", field("title", "string", { facet: false, store: true }), {}],
    [
      "configured properties",
      field("title", "string", { facet: true, locale: "ja" }),
      { facet: true, locale: "ja" },
    ],
    [
      "an extra in another order",
      field("v", "float[]", { num_dim: 4, extra: '{ "vec_dist": "ip", "hnsw_params": {"M": 8} }' }),
      { num_dim: 4, vec_dist: "ip", hnsw_params: { ef_construction: 200, M: 8 } },
    ],
    [
      "defaults of a vector",
      field("v", "float[]", { num_dim: 4 }),
      { num_dim: 4, vec_dist: "cosine", hnsw_params: { M: 16, ef_construction: 200 } },
    ],
    ["an unknown property", field("title"), { from_the_future: 7 }],
    ["a computed property", field("a.b"), { nested: true, nested_array: 2 }],
    [
      "an extra that the server does not show",
      field("title", "string", { extra: '{"stem_dictionary":"irregular"}' }),
      { stem_dictionary: undefined },
    ],
    [
      "the dimensions of an embedding, and a redacted credential",
      field("v", "float[]", {
        extra: json({ embed: { from: ["title"], model_config: { api_key: "sk-secret" } } }),
      }),
      {
        num_dim: 384,
        vec_dist: "cosine",
        embed: { from: ["title"], model_config: { api_key: "sk-se****", model_name: "x" } },
      },
    ],
  ])("is as configured: %s", (_, given, answered) => {
    const record = fieldRecord(given.name, given.type, answered);
    expect(observedField(record, given)).toEqual(given);
    expect(isAsPlanned(record, given)).toBe(true);
  });

  test.each<[string, Partial<FieldValues>, object, Partial<FieldValues>]>([
    ["a flag", {}, { facet: true }, { facet: true }],
    ["a flag that is configured", { facet: true }, {}, { facet: false }],
    ["a flag that is on by default", {}, { store: false }, { store: false }],
    ["the type", {}, { type: "string[]" }, { type: "string[]" }],
    ["a string that is gone", { locale: "ja", reference: "a.b" }, {}, { locale: null, reference: null }],
    ["the dimensions", { num_dim: 4 }, { num_dim: 8 }, { num_dim: 8 }],
    ["dimensions that are gone", { num_dim: 4 }, {}, { num_dim: null }],
    [
      "an extra",
      { extra: '{"stem_dictionary": "a"}' },
      { stem_dictionary: "b" },
      { extra: '{"stem_dictionary":"b"}' },
    ],
    ["an extra that is not configured", {}, { stem_dictionary: "b" }, { extra: '{"stem_dictionary":"b"}' }],
    ["an extra that is gone", { extra: '{"stem_dictionary": "a"}' }, {}, { extra: '{"stem_dictionary":""}' }],
    ["an embedding that is gone", { extra: '{"embed": {"from": ["a"]}}' }, {}, { extra: null }],
    [
      "part of an extra",
      { extra: '{"embed": {"from": ["a"]}, "x": 1}' },
      { embed: { from: ["b"] }, x: 1 },
      { extra: '{"embed":{"from":["b"]},"x":1}' },
    ],
    [
      "another source of an embedding, of which only the server knows the credential",
      { extra: json({ embed: { from: ["a"], model_config: { model_name: "openai/x" } } }) },
      { embed: { from: ["b"], model_config: { model_name: "openai/x", api_key: "sk-fi*****" } } },
      { extra: json({ embed: { from: ["b"], model_config: { model_name: "openai/x" } } }) },
    ],
    [
      "another credential",
      { extra: '{"embed": {"key": "abc"}}' },
      { embed: { key: "xy***" } },
      { extra: '{"embed":{"key":"xy***"}}' },
    ],
  ])("shows drift: %s", (_, given, answered, seen) => {
    const configured = field("title", "string", given);
    const record = fieldRecord("title", "string", answered);
    expect(observedField(record, configured)).toEqual({ ...configured, ...seen });
    expect(isAsPlanned(record, configured)).toBe(false);
  });

  test("properties that the oldest servers do not show are kept", () => {
    const given = field("v", "float[]", {
      num_dim: 4,
      store: false,
      reference: "a.b",
      extra: '{"embed":{"from":["a"]}}',
    });
    expect(observedField(oldRecord("v", "float[]"), given)).toEqual(given);
    expect(observedField(oldRecord("v", "float[]", true), given)).toEqual({ ...given, facet: true });
  });
});

describe("all fields in state", () => {
  test.each<[string, FieldValues[], [string, string, object?][], string[]]>([
    [
      "those that are configured",
      [field("a"), field("b", "int32")],
      [
        ["b", "int32"],
        ["a", "string"],
      ],
      ["a string", "b int32"],
    ],
    ["one that was dropped outside", [field("a"), field("b")], [["a", "string"]], ["a string"]],
    [
      "one that was added outside",
      [field("a")],
      [
        ["a", "string"],
        ["c", "bool"],
      ],
      ["a string", "c bool"],
    ],
    [
      "found by a pattern",
      [field(".*", "auto")],
      [
        [".*", "auto"],
        ["a", "string"],
        ["b", "int64[]"],
      ],
      [".* auto"],
    ],
    [
      "configured beside a pattern that it matches",
      [field(".*", "auto"), field("a")],
      [
        [".*", "auto"],
        ["a", "string"],
      ],
      [".* auto", "a string"],
    ],
    [
      "not found by another pattern",
      [field(".*_t")],
      [
        [".*_t", "string"],
        ["a", "string"],
        ["a_t", "string"],
      ],
      [".*_t string", "a string"],
    ],
    [
      "listed again with the type that was found",
      [field("a", "auto")],
      [
        ["a", "auto"],
        ["a", "int64"],
      ],
      ["a auto"],
    ],
    [
      "listed again, in the other order",
      [field("a", "string*")],
      [
        ["a", "string[]"],
        ["a", "string*"],
      ],
      ["a string*"],
    ],
    [
      "parts of an object",
      [field("a", "object")],
      [
        ["a", "object"],
        ["a.b", "string"],
        ["a.b.c", "bool"],
      ],
      ["a object"],
    ],
    ["an auto field that became one of a type outside", [field("a", "auto")], [["a", "int64"]], ["a int64"]],
    [
      "a field of a type that became auto outside",
      [field("a")],
      [
        ["a", "auto"],
        ["a", "string"],
      ],
      ["a string", "a auto"],
    ],
  ])("%s", (_, given, answered, expected) => {
    const records = answered.map(([name, type, more]) => fieldRecord(name, type, more));
    expect(observedFields(records, given).map(({ name, type }) => `${name} ${type}`)).toEqual(expected);
  });
});

describe("the fields of an import", () => {
  test("have null for every default, and all other values", () => {
    const records = [fieldRecord("a"), fieldRecord("b", "int32", { sort: false, new_one: "x", nothing: "" })];
    expect(importedFields(records)).toEqual([
      field("a"),
      field("b", "int32", { sort: false, extra: '{"new_one":"x"}' }),
    ]);
  });

  test.each<[string, [string, string, object?][], string[]]>([
    [
      "found by a pattern",
      [
        [".*", "auto"],
        ["a", "string", { optional: true }],
      ],
      [".*"],
    ],
    [
      "with settings of the pattern",
      [
        [".*_facet", "string", { facet: true }],
        ["a_facet", "string", { optional: true, facet: true }],
      ],
      [".*_facet"],
    ],
    [
      "with settings of its own",
      [
        [".*", "auto"],
        ["a", "string", { optional: true, facet: true }],
      ],
      [".*", "a"],
    ],
    [
      "of another type than the pattern",
      [
        [".*_n", "int32"],
        ["a_n", "int64", { optional: true }],
      ],
      [".*_n", "a_n"],
    ],
    [
      "not optional, as only a configured one is",
      [
        [".*", "auto"],
        ["a", "string"],
      ],
      [".*", "a"],
    ],
    [
      "with an extra of its own",
      [
        [".*", "auto"],
        ["a", "string", { optional: true, stem_dictionary: "x" }],
      ],
      [".*", "a"],
    ],
    [
      "listed again",
      [
        ["a", "auto"],
        ["a", "int64", { optional: true, sort: true }],
      ],
      ["a"],
    ],
    [
      "part of an object",
      [
        ["a", "object"],
        ["a.b", "int64", { optional: true, sort: true }],
      ],
      ["a"],
    ],
  ])("%s", (_, answered, expected) => {
    const records = answered.map(([name, type, more]) => fieldRecord(name, type, more));
    expect(importedFields(records).map(({ name }) => name)).toEqual(expected);
  });
});
