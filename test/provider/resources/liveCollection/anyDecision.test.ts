import fc from "fast-check";
import type { CollectionRecord } from "../../../../src/dataPlane";
import { decideUpdate, type LiveDecision } from "../../../../src/provider/resources/liveCollection/decide";
import { fits } from "../../../../src/provider/resources/liveCollection/fits";
import { versionNamed } from "../../../../src/provider/resources/liveCollection/model";
import { byLastUse } from "../../../../src/provider/resources/liveCollection/observe";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import type {
  ObservedVersion,
  ObservedVersions,
} from "../../../../src/provider/resources/liveCollection/versions";
import { type VersionMark, withMark } from "../../../../src/provider/shared/collection/versionMark";
import { liveState, version, versionMark } from "./kit";
import { look, records, SCHEMAS, type SchemaName, versionOf } from "./situations";

describe("any decision", () => {
  const NAMES = ["catalog_a", "catalog_b", "catalog_c", "catalog_d"];
  const schema = fc.constantFrom<SchemaName[]>("plain", "more", "sorted");
  const name = fc.constantFrom(...NAMES);
  const retired = fc.dictionary(name, fc.integer({ min: 1, max: 9 }));
  const steps = fc.constantFrom<VersionMark["step"][]>("copy", "settle", "done");
  const mark = fc.option(fc.record({ step: steps, from: name, retired }), { freq: 6 });
  const versions = fc
    .uniqueArray(fc.tuple(name, schema, mark, fc.integer({ min: 0, max: 2 })), { selector: ([one]) => one })
    .map((all) =>
      all.map(([own, its, one, documents]) => versionOf(own, its, one, { num_documents: documents })),
    );
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
        // What somebody has used may go with the next plan, which names it.
        expect(again).toEqual({ ways: [], drops: again.drops.filter((one) => one === target) });
      }),
      { numRuns: 300 },
    );
  });

  const isOf = ({ fields, default_sorting_field: sorting }: CollectionRecord, one: SchemaName) =>
    fields.length === SCHEMAS[one].field.length && (sorting || null) === SCHEMAS[one].default_sorting_field;
});
