import fc from "fast-check";
import type { CollectionRecord } from "../../../../src/dataPlane";
import {
  type DecisionInput,
  decideUpdate,
  type LiveDecision,
} from "../../../../src/provider/resources/liveCollection/decide";
import { fits } from "../../../../src/provider/resources/liveCollection/fits";
import { versionNamed } from "../../../../src/provider/resources/liveCollection/model";
import { byLastUse } from "../../../../src/provider/resources/liveCollection/observe";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import type {
  ObservedVersion,
  ObservedVersions,
} from "../../../../src/provider/resources/liveCollection/versions";
import type { FieldValues } from "../../../../src/provider/shared/collection/schema";
import { type VersionMark, withMark } from "../../../../src/provider/shared/collection/versionMark";
import { field, fieldRecord } from "../collection/kit";
import { liveState, version, versionMark, versionValues } from "./kit";

type Settings = Partial<LiveCollectionValues>;

const TIME = field("updated_at", "int64");
/** The schemas of the tests. `plain` to `more` is a PATCH; `sorted` needs another version. */
const SCHEMAS = {
  plain: { field: [field("title"), TIME], default_sorting_field: null },
  more: {
    field: [field("title"), TIME, field("brand", "string", { facet: true })],
    default_sorting_field: null,
  },
  sorted: { field: [field("title"), TIME, field("rank", "int32")], default_sorting_field: "rank" },
} as const satisfies Record<string, Settings>;
type SchemaName = keyof typeof SCHEMAS;

const records = (fields: readonly FieldValues[]) =>
  fields.map(({ name, type, facet }) => fieldRecord(name, type, facet ? { facet } : {}));

/** A version of a schema. */
function of(
  name: string,
  schema: SchemaName,
  mark: Partial<VersionMark> | null = {},
  more: Partial<CollectionRecord> = {},
): ObservedVersion {
  const { field: fields, default_sorting_field: sorting } = SCHEMAS[schema];
  return version(name, mark, { fields: records(fields), default_sorting_field: sorting ?? "", ...more });
}

const look = (target: string | null, ...versions: ObservedVersion[]): ObservedVersions => ({
  target,
  versions: byLastUse(versions),
  foreign: null,
});

const state = (schema: SchemaName, more: Settings = {}) => liveState({ ...SCHEMAS[schema], ...more });

function decided(
  [before, after]: readonly [SchemaName, SchemaName],
  seen: ObservedVersions,
  edit: Settings = {},
  given: Settings & Pick<DecisionInput, "retired" | "key"> = {},
): LiveDecision {
  const { retired, key, ...prior } = given;
  const values = state(before, prior);
  const planned = { ...values, ...SCHEMAS[after], ...edit };
  return decideUpdate({ prior: values, planned, seen, retired, key });
}

const A = of("catalog_a", "plain");
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
    const sorted = of("catalog_a", "sorted");
    const fields = SCHEMAS.sorted.field.map((one) => (one.name === "rank" ? field("rank", "int64") : one));
    expect(decided(["sorted", "sorted"], look("catalog_a", sorted), { field: fields }).ways).toEqual([COPY]);
  });

  test("of a collection that has lost its sorting field outside of Terraform is a copy", () => {
    const lost = of("catalog_a", "sorted", {}, { default_sorting_field: "" });
    expect(decided(["sorted", "sorted"], look("catalog_a", lost)).ways).toEqual([COPY]);
  });

  test("of sets that somebody has added, and no plan names, is no work", () => {
    const more = of("catalog_a", "plain", {}, { synonym_sets: ["theirs"] });
    expect(decided(["plain", "plain"], look("catalog_a", more)).ways).toEqual([]);
  });
});

describe("a PATCH that a server has half carried out", () => {
  const twins = (name: string) => ({
    fields: [...records(SCHEMAS.plain.field), fieldRecord(name), fieldRecord(name)],
  });

  test("is healed in place if dropping the field heals it", () => {
    const damaged = of("catalog_a", "plain", {}, twins("brand"));
    const prior = { field: [...SCHEMAS.plain.field, field("brand")] };
    expect(decided(["plain", "plain"], look("catalog_a", damaged), {}, prior).ways).toEqual([PATCH]);
  });

  test("needs another version if no PATCH of the plan drops the field", () => {
    const damaged = of("catalog_a", "plain", {}, twins("brand"));
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
  const live = of("catalog_a", "plain", { retired: { catalog_b: 5 } }, record);
  const old = of("catalog_b", "plain", {}, { ...record, default_sorting_field: "updated_at" });
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
  const live = of("catalog_a", "plain", { retired: { catalog_b: 5 } });
  const B = of("catalog_b", "sorted", {}, { num_documents: 7 });
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
      of("catalog_a", "more", { retired: { catalog_b: 5 } }),
      of("catalog_b", "plain"),
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
      of("catalog_b", "sorted", {}, { fields: [...records(SCHEMAS.sorted.field), fieldRecord("brand")] }),
      {},
    ],
    ["has other separators", of("catalog_b", "sorted", {}, { token_separators: ["-"] }), {}],
  ])("is not taken to a version that %s", (_, other, prior) => {
    expect(decided(["plain", "sorted"], look("catalog_a", live, other), {}, prior).ways).toEqual([COPY]);
  });

  test("goes on after an interruption, although the version has other documents and an unfinished mark", () => {
    const begun = of("catalog_b", "sorted", { step: "copy", from: "catalog_a" }, { num_documents: 9 });
    expect(decided(["plain", "sorted"], look("catalog_a", live, begun), {}, { versions })).toEqual({
      ways: [BACK],
      drops: [],
    });
  });

  test("that is given up halfway drops the version: its documents are those of two times", () => {
    const begun = of("catalog_b", "sorted", { step: "copy", from: "catalog_a" });
    expect(decided(["plain", "plain"], look("catalog_a", live, begun))).toEqual({
      ways: [],
      drops: ["catalog_b"],
    });
  });
});

describe("an interrupted update", () => {
  const begun = (more: Partial<VersionMark> = {}) =>
    of("catalog_n", "sorted", { step: "copy", from: "catalog_a", ...more });

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
    expect(decided(["plain", after], look("catalog_a", A, begun(mark))).drops).toEqual(["catalog_n"]);
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
  const live = of("catalog_a", "plain", { retired: { catalog_b: 5 } });
  const B = of("catalog_b", "sorted");
  const back = (from: string | null) => ({ kind: "reattach", to: "catalog_a", from }) as const;

  test.each<[string, string | null, string | null]>([
    ["to a retained version is moved back, with what was written there", "catalog_b", "catalog_b"],
    ["to another collection is moved back", "theirs", null],
    ["away is made again", null, null],
  ])("an alias that somebody has moved %s", (_, target, from) => {
    expect(decided(["plain", "plain"], look(target, live, B))).toEqual({ ways: [back(from)], drops: [] });
  });

  test("with an edit is mended first", () => {
    expect(decided(["plain", "more"], look("theirs", live, B)).ways).toEqual([back(null), PATCH]);
  });

  test.each<[string, string | null, ObservedVersion[], string | null]>([
    ["the retained version that fits", null, [of("catalog_c", "plain"), B], "catalog_c"],
    ["an empty one if none fits", "catalog_a", [B], null],
    [
      "an empty one if the only other is half filled",
      null,
      [of("catalog_n", "plain", { step: "copy", from: "catalog_a" })],
      null,
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
  const live = of("catalog_a", "plain", { retired: { catalog_b: 5, catalog_c: 9 } });
  const all = look("catalog_a", live, of("catalog_b", "more"), of("catalog_c", "more"));

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

describe("any decision", () => {
  const NAMES = ["catalog_a", "catalog_b", "catalog_c", "catalog_d"];
  const schema = fc.constantFrom<SchemaName[]>("plain", "more", "sorted");
  const name = fc.constantFrom(...NAMES);
  const mark = fc.option(
    fc.record({
      step: fc.constantFrom<VersionMark["step"][]>("copy", "settle", "done"),
      from: fc.option(name),
      retired: fc.dictionary(name, fc.integer({ min: 1, max: 9 })),
    }),
    { freq: 6 },
  );
  const versions = fc
    .uniqueArray(fc.tuple(name, schema, mark, fc.integer({ min: 0, max: 2 })), { selector: ([one]) => one })
    .map((all) => all.map(([own, its, one, documents]) => of(own, its, one, { num_documents: documents })));
  const situation = fc.record({
    versions,
    target: fc.option(fc.oneof(name, fc.constant("theirs"))),
    known: name,
    schemas: fc.tuple(schema, schema),
    retain: fc.option(fc.integer({ min: 0, max: 3 })),
    strategy: fc.constantFrom("auto", "copy", null),
    metadata: fc.constantFrom(null, "{}", '{"a":1}'),
  });

  /** Carries out a decision, as the server would look afterwards. */
  function after(
    { ways, drops }: LiveDecision,
    seen: ObservedVersions,
    planned: LiveCollectionValues,
  ): ObservedVersions {
    const all = new Map(seen.versions.map((one) => [one.record.name, one]));
    let { target } = seen;
    let made = 0;
    const write = (own: string, given: Partial<VersionMark>, isWhole: boolean) => {
      const before = all.get(own);
      const next = versionMark({ ...before?.mark, from: null, ...given });
      const metadata = withMark(planned.metadata === null ? null : JSON.parse(planned.metadata), next);
      const record = isWhole
        ? version(own, next, {
            fields: records(planned.field),
            default_sorting_field: planned.default_sorting_field ?? "",
            metadata,
          }).record
        : (before as ObservedVersion).record;
      all.set(own, { record, mark: next });
    };
    const move = (from: string, to: string, isWhole: boolean) => {
      const before = all.get(from)?.mark?.retired ?? {};
      write(
        to,
        { step: "done", retired: { ...before, ...all.get(to)?.mark?.retired, [from]: 100 + made } },
        isWhole,
      );
      target = to;
    };
    for (const way of ways) {
      made += 1;
      if (way.kind === "patch") {
        const { mark: own } = all.get(way.version) as ObservedVersion;
        const isKept = own !== null;
        write(way.version, { ...own }, true);
        if (!isKept) write(way.version, { step: "done" }, true);
      } else if (way.kind === "copy") move(way.from, way.resumes ?? `catalog_new${made}`, true);
      else if (way.kind === "back") move(way.from, way.to, false);
      else if (way.kind === "settle") move(way.from, way.to, false);
      else if (way.kind === "reattach") target = way.to;
      else if (way.to === null) {
        write("catalog_first", { step: "done", retired: {} }, true);
        target = "catalog_first";
      } else {
        if (all.get(way.to)?.mark?.step === "copy") write(way.to, { step: "done" }, false);
        target = way.to;
      }
    }
    for (const own of drops) all.delete(own);
    return { target, versions: byLastUse([...all.values()]), foreign: null };
  }

  test("drops only versions of ours that are not live, leads to the planned schema, and leaves nothing to do", () => {
    fc.assert(
      fc.property(situation, ({ versions: all, target, known, schemas: [before, next], ...edit }) => {
        // A version is live only when it is filled.
        const filled = ({ record, mark: its }: ObservedVersion) =>
          record.name === known && its?.step === "copy"
            ? { record, mark: versionMark() }
            : { record, mark: its };
        const seen = look(target, ...all.map(filled));
        const live = versionNamed(seen, known);
        // A refresh has given the state the fields of its version.
        const fields = live
          ? SCHEMAS[Object.keys(SCHEMAS).find((one) => isOf(live.record, one as SchemaName)) as SchemaName]
          : SCHEMAS[before];
        const prior = liveState({ ...fields, collection_name: known, versions: [] });
        const planned = { ...prior, ...SCHEMAS[next], ...edit };
        const decision = decideUpdate({ prior, planned, seen });
        const names = all.map(({ record }) => record.name);
        expect(names).toEqual(expect.arrayContaining([...decision.drops]));
        expect(new Set(decision.drops).size).toBe(decision.drops.length);
        const then = after(decision, seen, planned);
        const led = versionNamed(then, then.target);
        expect(led).toBeDefined();
        expect(led && fits(led.record, { prior: planned, planned, key: null })).toBe(true);
        const again = decideUpdate({
          prior: { ...planned, collection_name: then.target },
          planned,
          seen: then,
        });
        expect(again).toEqual({ ways: [], drops: [] });
      }),
      { numRuns: 300 },
    );
  });

  const isOf = ({ fields, default_sorting_field: sorting }: CollectionRecord, one: SchemaName) =>
    fields.length === SCHEMAS[one].field.length && (sorting || null) === SCHEMAS[one].default_sorting_field;
});
