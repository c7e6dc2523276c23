import {
  type DecisionInput,
  decideUpdate,
  type LiveDecision,
} from "../../../../src/provider/resources/liveCollection/decide";
import type {
  ObservedVersion,
  ObservedVersions,
} from "../../../../src/provider/resources/liveCollection/versions";
import type { VersionMark } from "../../../../src/provider/shared/collection/versionMark";
import { field, fieldRecord } from "../collection/kit";
import { versionValues } from "./kit";
import { look, records, SCHEMAS, type SchemaName, type Settings, stateOf, versionOf } from "./situations";

function decided(
  [before, after]: readonly [SchemaName, SchemaName],
  seen: ObservedVersions,
  edit: Settings = {},
  given: Settings & Pick<DecisionInput, "retired" | "key"> = {},
): LiveDecision {
  const { retired, key, ...prior } = given;
  const values = stateOf(before, prior);
  const planned = { ...values, ...SCHEMAS[after], ...edit };
  return decideUpdate({ prior: values, planned, seen, retired, key });
}

const A = versionOf("catalog_a", "plain");
const COPY = { kind: "copy", from: "catalog_a", resumes: null } as const;
const PATCH = { kind: "patch", version: "catalog_a" } as const;

describe("an edit", () => {
  test.each<[string, readonly [SchemaName, SchemaName], Settings, LiveDecision["ways"]]>([
    ["of nothing is no work", ["plain", "plain"], {}, []],
    ["that a server can make in place is a PATCH", ["plain", "more"], {}, [PATCH]],
    ["of fields with strategy copy is a copy", ["plain", "more"], { strategy: "copy" }, [COPY]],
    [
      "of metadata is a PATCH, whatever the strategy",
      ["plain", "plain"],
      { metadata: '{"a":1}', strategy: "copy" },
      [PATCH],
    ],
    [
      "of sets is a PATCH, whatever the strategy",
      ["plain", "plain"],
      { synonym_sets: ["s"], strategy: "copy" },
      [PATCH],
    ],
    ["of the sorting field is a copy", ["plain", "sorted"], {}, [COPY]],
    ["of nested fields is a copy", ["plain", "plain"], { enable_nested_fields: true }, [COPY]],
    ["that spells out a default is no work", ["plain", "plain"], { enable_nested_fields: false }, []],
    ["of separators is a copy", ["plain", "plain"], { token_separators: ["-"] }, [COPY]],
    ["of symbols is a copy", ["plain", "plain"], { symbols_to_index: ["+"] }, [COPY]],
    ["of the voice model is a copy", ["plain", "plain"], { voice_query_model: "ts/whisper/base.en" }, [COPY]],
  ])("%s", (_, schemas, edit, ways) => {
    expect(decided(schemas, look("catalog_a", A), edit)).toEqual({ ways, drops: [] });
  });

  test("that drops and adds the sorting field is a copy", () => {
    const sorted = versionOf("catalog_a", "sorted");
    const fields = SCHEMAS.sorted.field.map((one) => (one.name === "rank" ? field("rank", "int64") : one));
    expect(decided(["sorted", "sorted"], look("catalog_a", sorted), { field: fields }).ways).toEqual([COPY]);
  });

  test("of a collection that has lost its sorting field outside of Terraform is a copy", () => {
    const lost = versionOf("catalog_a", "sorted", {}, { default_sorting_field: "" });
    expect(decided(["sorted", "sorted"], look("catalog_a", lost)).ways).toEqual([COPY]);
  });

  test("of sets that somebody has added, and no plan names, is no work", () => {
    const more = versionOf("catalog_a", "plain", {}, { synonym_sets: ["theirs"] });
    expect(decided(["plain", "plain"], look("catalog_a", more)).ways).toEqual([]);
  });
});

describe("a PATCH that a server has half carried out", () => {
  const twins = (name: string) => ({
    fields: [...records(SCHEMAS.plain.field), fieldRecord(name), fieldRecord(name)],
  });

  test("is healed in place if dropping the field heals it", () => {
    const damaged = versionOf("catalog_a", "plain", {}, twins("brand"));
    const prior = { field: [...SCHEMAS.plain.field, field("brand")] };
    expect(decided(["plain", "plain"], look("catalog_a", damaged), {}, prior).ways).toEqual([PATCH]);
  });

  test("needs another version if no PATCH of the plan drops the field", () => {
    const damaged = versionOf("catalog_a", "plain", {}, twins("brand"));
    expect(decided(["plain", "plain"], look("catalog_a", damaged)).ways).toEqual([COPY]);
  });
});

describe("the key of a model", () => {
  const embedding = field("vector", "float[]", {
    extra: JSON.stringify({
      embed: { from: ["title"], model_config: { model_name: "openai/text-embedding-3-small" } },
    }),
  });
  const embed = {
    from: ["title"],
    model_config: { model_name: "openai/text-embedding-3-small", api_key: "sk-ab***" },
  };
  const fields = [...SCHEMAS.plain.field, embedding];
  const record = {
    fields: [...records(SCHEMAS.plain.field), fieldRecord("vector", "float[]", { embed, num_dim: 1536 })],
  };
  const live = versionOf("catalog_a", "plain", { retired: { catalog_b: 5 } }, record);
  const old = versionOf("catalog_b", "plain", {}, { ...record, default_sorting_field: "updated_at" });
  const edit = { default_sorting_field: "updated_at" };
  const prior = { field: fields, model_api_key_wo_version: 1 };

  test("that changes is sent in place, or by a copy", () => {
    const next = { field: fields, model_api_key_wo_version: 2 };
    expect(decided(["plain", "plain"], look("catalog_a", live), next, prior).ways).toEqual([PATCH]);
    expect(
      decided(["plain", "plain"], look("catalog_a", live), { ...next, strategy: "copy" }, prior).ways,
    ).toEqual([COPY]);
  });

  test.each([
    ["is the same", "sk-abcdef", { kind: "back", from: "catalog_a", to: "catalog_b" }],
    ["is another one", "sk-other", COPY],
  ])("of a retained version %s", (_, key, way) => {
    const seen = look("catalog_a", live, old);
    expect(decided(["plain", "plain"], seen, { ...edit, field: fields }, { ...prior, key }).ways).toEqual([
      way,
    ]);
  });
});

describe("the way back", () => {
  const live = versionOf("catalog_a", "plain", { retired: { catalog_b: 5 } });
  const B = versionOf("catalog_b", "sorted", {}, { num_documents: 7 });
  const BACK = { kind: "back", from: "catalog_a", to: "catalog_b" } as const;
  const versions = [versionValues("catalog_a", { live: true }), versionValues("catalog_b", { documents: 7 })];

  test("leads to the retained version with the planned schema, and keeps the former live one", () => {
    const seen = look("catalog_a", live, B);
    expect(decided(["plain", "sorted"], seen, {}, { versions })).toEqual({ ways: [BACK], drops: [] });
  });

  test("drops the former live one with retain = 0", () => {
    const seen = look("catalog_a", live, B);
    expect(decided(["plain", "sorted"], seen, { retain: 0 }).drops).toEqual(["catalog_a"]);
  });

  test("is not taken for what a PATCH can do", () => {
    const seen = look(
      "catalog_a",
      versionOf("catalog_a", "more", { retired: { catalog_b: 5 } }),
      versionOf("catalog_b", "plain"),
    );
    expect(decided(["more", "plain"], seen).ways).toEqual([PATCH]);
    const copied = decided(["more", "plain"], seen, { strategy: "copy" }).ways;
    expect(copied).toEqual([BACK]);
  });

  test("gives the version its metadata and sets first", () => {
    const edit = { metadata: '{"a":1}' };
    expect(decided(["plain", "sorted"], look("catalog_a", live, B), edit).ways).toEqual([
      { kind: "patch", version: "catalog_b" },
      BACK,
    ]);
  });

  test.each<[string, ObservedVersion, Settings & Pick<DecisionInput, "retired">]>([
    ["somebody has filled since the state", B, { versions: [versionValues("catalog_b", { documents: 6 })] }],
    [
      "somebody has filled since it was live",
      B,
      { versions, retired: [{ name: "catalog_b", documents: 6 }] },
    ],
    [
      "has one more field",
      versionOf(
        "catalog_b",
        "sorted",
        {},
        { fields: [...records(SCHEMAS.sorted.field), fieldRecord("brand")] },
      ),
      {},
    ],
    ["has other separators", versionOf("catalog_b", "sorted", {}, { token_separators: ["-"] }), {}],
  ])("is not taken to a version that %s", (_, other, prior) => {
    expect(decided(["plain", "sorted"], look("catalog_a", live, other), {}, prior).ways).toEqual([COPY]);
  });

  test("goes on after an interruption, although the version has other documents and an unfinished mark", () => {
    const begun = versionOf("catalog_b", "sorted", { step: "copy", from: "catalog_a" }, { num_documents: 9 });
    expect(decided(["plain", "sorted"], look("catalog_a", live, begun), {}, { versions })).toEqual({
      ways: [BACK],
      drops: [],
    });
  });

  test("that is given up halfway drops the version: its documents are those of two times", () => {
    const begun = versionOf("catalog_b", "sorted", { step: "copy", from: "catalog_a" });
    expect(decided(["plain", "plain"], look("catalog_a", live, begun))).toEqual({
      ways: [],
      drops: ["catalog_b"],
    });
  });
});

describe("an interrupted update", () => {
  const begun = (more: Partial<VersionMark> = {}) =>
    versionOf("catalog_n", "sorted", { step: "copy", from: "catalog_a", ...more });

  test.each<["copy" | "settle"]>([["copy"], ["settle"]])(
    "goes on with its version, whose mark says %s",
    (step) => {
      const { ways, drops } = decided(["plain", "sorted"], look("catalog_a", A, begun({ step })));
      expect([ways, drops]).toEqual([[{ ...COPY, resumes: "catalog_n" }], []]);
    },
  );

  test.each<[string, Partial<VersionMark>, SchemaName]>([
    ["has another schema now", {}, "more"],
    ["was reverted", {}, "plain"],
    ["was filled from another version", { from: "catalog_x" }, "sorted"],
  ])("drops its version if the edit %s", (_, mark, after) => {
    const from = versionOf("catalog_x", "more");
    expect(decided(["plain", after], look("catalog_a", A, begun(mark), from)).drops).toContain("catalog_n");
  });

  test("settles after the alias has moved, also if the state was lost", () => {
    const moved = begun({ step: "settle" });
    const settle = { kind: "settle", from: "catalog_a", to: "catalog_n" } as const;
    const seen = look("catalog_n", A, moved);
    expect(decided(["sorted", "sorted"], seen, {}, { collection_name: "catalog_n" })).toEqual({
      ways: [settle],
      drops: [],
    });
    expect(decided(["plain", "sorted"], seen)).toEqual({ ways: [settle], drops: [] });
    const edited = decided(["sorted", "more"], seen, {}, { collection_name: "catalog_n" });
    expect(edited.ways).toEqual([settle, { kind: "copy", from: "catalog_n", resumes: null }]);
  });
});

describe("drift", () => {
  const live = versionOf("catalog_a", "plain", { retired: { catalog_b: 5 } });
  const B = versionOf("catalog_b", "sorted");
  const back = (from: string | null) => ({ kind: "reattach", to: "catalog_a", from }) as const;

  test.each<[string, string | null, string | null]>([
    ["to a retained version is moved back, with what was written there", "catalog_b", "catalog_b"],
    ["to another collection is moved back", "theirs", null],
    ["away is made again", null, null],
  ])("an alias that somebody has moved %s", (_, target, from) => {
    expect(decided(["plain", "plain"], look(target, live, B))).toEqual({ ways: [back(from)], drops: [] });
  });

  test.each(["copy", "settle", "done"] as const)(
    "to a version at step %s whose documents are not carried over: it is neither filled nor deleted",
    (step) => {
      const used = versionOf("catalog_n", "sorted", { step, from: "catalog_a" });
      for (const retain of [0, 1]) {
        const { ways, drops } = decided(["plain", "sorted"], look("catalog_n", A, used), { retain });
        // The state may be lost, so that the alias has moved by an update.
        if (step === "settle") expect(ways[0]).toMatchObject({ kind: "settle" });
        else {
          expect(ways).toEqual([{ kind: "reattach", to: "catalog_a", from: "catalog_n" }, COPY]);
          expect(drops).toEqual(["catalog_a"]);
        }
      }
    },
  );

  test("an unfinished copy of a version that is gone is not deleted, because its documents may be nowhere else", () => {
    const orphan = versionOf(
      "catalog_n",
      "sorted",
      { step: "copy", from: "catalog_a" },
      { num_documents: 7 },
    );
    expect(decided(["plain", "plain"], look("catalog_a", orphan))).toEqual({
      ways: [{ kind: "succeed", to: null }],
      drops: [],
    });
  });

  test("with an edit is mended first", () => {
    expect(decided(["plain", "more"], look("theirs", live, B)).ways).toEqual([back(null), PATCH]);
  });

  test.each<[string, string | null, ObservedVersion[], string | null]>([
    ["the retained version that fits", null, [versionOf("catalog_c", "plain"), B], "catalog_c"],
    ["an empty one if none fits", "catalog_a", [B], null],
    [
      "an empty one if the only other is half filled",
      null,
      [versionOf("catalog_n", "plain", { step: "copy", from: "catalog_a" }, { num_documents: 0 })],
      null,
    ],
    [
      "the copy that an interrupted update has begun, if there is no other",
      null,
      [versionOf("catalog_n", "plain", { step: "copy", from: "catalog_a" }, { num_documents: 7 })],
      "catalog_n",
    ],
    [
      "a retained version before a copy that an interrupted update has begun",
      null,
      [
        versionOf("catalog_n", "plain", { step: "copy", from: "catalog_a" }, { num_documents: 7 }),
        versionOf("catalog_c", "plain"),
      ],
      "catalog_c",
    ],
  ])("a live version that is gone is followed by %s", (_, target, versions, to) => {
    expect(decided(["plain", "plain"], look(target, ...versions)).ways).toEqual([{ kind: "succeed", to }]);
  });

  test("a live version that is gone is followed by the version that the alias leads to, which is then edited", () => {
    expect(decided(["plain", "plain"], look("catalog_b", B)).ways).toEqual([
      { kind: "succeed", to: "catalog_b" },
      { kind: "copy", from: "catalog_b", resumes: null },
    ]);
  });
});

describe("versions beyond retain", () => {
  const live = versionOf("catalog_a", "plain", { retired: { catalog_b: 5, catalog_c: 9 } });
  const all = look("catalog_a", live, versionOf("catalog_b", "more"), versionOf("catalog_c", "more"));

  test.each<[number | null, SchemaName, string[]]>([
    [null, "plain", ["catalog_b"]],
    [0, "plain", ["catalog_c", "catalog_b"]],
    [2, "plain", []],
    [null, "sorted", ["catalog_c", "catalog_b"]],
    [2, "sorted", ["catalog_b"]],
    [0, "sorted", ["catalog_a", "catalog_c", "catalog_b"]],
  ])("with retain = %p and the schema %s", (retain, after, drops) => {
    expect(decided(["plain", after], all, { retain }).drops).toEqual(drops);
  });
});
