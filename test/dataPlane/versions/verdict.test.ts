import fc from "fast-check";
import { OVERLAP_MS } from "../../../src/dataPlane/versions/sync";
import {
  type DocumentKnowledge,
  type DocumentVerdict,
  judgeDocument,
} from "../../../src/dataPlane/versions/verdict";

const COMPARED = 1_000_000;
/** Long before the comparison, and shortly before it. */
const LONG_AGO = COMPARED - OVERLAP_MS - 1;
const RECENTLY = COMPARED - OVERLAP_MS;

const NO_TIME = "leave: it does not say when it was last written";

type Row = readonly [
  old: number | null | "-",
  now: number | null | "-",
  knowledge: Partial<DocumentKnowledge>,
  verdict: string,
];

const [there, absent, unknown] = [true, false, null].map((wasThere) => ({ wasThere }));
const [written, changed] = (["asWritten", "changed"] as const).map((content) => ({ content }));

const ROWS: readonly Row[] = [
  // Only the old version has it.
  [RECENTLY, "-", { ...absent }, "create"],
  [LONG_AGO, "-", { ...absent }, "create"],
  [null, "-", { ...absent }, "create"],
  [RECENTLY, "-", { ...there }, "leave"],
  [LONG_AGO, "-", { ...unknown }, "leave"],
  [RECENTLY, "-", { ...unknown }, "create"],
  [RECENTLY, "-", { ...unknown, ...written }, "leave"],
  [RECENTLY, "-", { ...unknown, ...changed }, "create"],
  [null, "-", { ...unknown }, "create by inference"],
  [null, "-", { ...unknown, hasTimes: false }, "create by inference"],
  // Both have it.
  [5, 4, {}, "patch"],
  [5, 4, { isSame: true }, "leave"],
  [4, 5, { ...written }, "leave"],
  [5, 5, { ...written }, "patch"],
  [5, 5, { ...changed }, "leave"],
  [5, 5, {}, "leave"],
  [null, 5, {}, NO_TIME],
  [5, null, {}, NO_TIME],
  [null, null, { hasTimes: false }, "leave"],
  // Only the new version has it.
  ["-", LONG_AGO, { ...there }, "delete"],
  ["-", RECENTLY, { ...there }, "leave"],
  ["-", RECENTLY, { ...there, ...written }, "delete"],
  ["-", LONG_AGO, { ...there, ...changed }, "leave"],
  ["-", null, { ...there }, NO_TIME],
  ["-", LONG_AGO, { ...absent }, "leave"],
  ["-", RECENTLY, { ...absent, ...written }, "leave"],
  ["-", LONG_AGO, { ...unknown }, "delete by inference"],
  ["-", RECENTLY, { ...unknown }, "leave"],
  ["-", RECENTLY, { ...unknown, ...written }, "delete"],
  ["-", null, { ...unknown }, "leave"],
  ["-", null, { ...there, ...written, hasTimes: false }, "leave"],
  ["-", "-", {}, "leave"],
];

const judged = (old: Row[0], now: Row[1], given: Partial<DocumentKnowledge>): DocumentVerdict =>
  judgeDocument(old === "-" ? null : { at: old }, now === "-" ? null : { at: now }, {
    ...{ wasThere: null, content: "unknown", isSame: false, compared: COMPARED, hasTimes: true },
    ...given,
  });

const describeVerdict = (verdict: DocumentVerdict): string => {
  if (verdict.act === "leave") return verdict.doubt === null ? "leave" : `leave: ${verdict.doubt}`;
  return "inferred" in verdict && verdict.inferred ? `${verdict.act} by inference` : verdict.act;
};

test.each(ROWS)("old %s, new %s, %j: %s", (old, now, knowledge, verdict) => {
  expect(describeVerdict(judged(old, now, knowledge))).toBe(verdict);
});

const time = fc.option(fc.integer({ min: LONG_AGO - 5, max: COMPARED + 5 }));
const knowledge = fc.record({
  wasThere: fc.option(fc.boolean()),
  content: fc.constantFrom("asWritten" as const, "changed" as const, "unknown" as const),
  isSame: fc.boolean(),
  hasTimes: fc.boolean(),
});

test("what is newer in the new version, or was changed there, is never written", () => {
  fc.assert(
    fc.property(time, time, knowledge, (old, now, known) => {
      const { act } = judged(old, now, known);
      if (act === "patch") expect(old !== null && now !== null && old >= now && known.hasTimes).toBe(true);
      if (known.content === "changed") expect(judged("-", now, known).act).toBe("leave");
      if (now !== null && now >= RECENTLY && known.content !== "asWritten")
        expect(judged("-", now, known).act).toBe("leave");
    }),
  );
});
