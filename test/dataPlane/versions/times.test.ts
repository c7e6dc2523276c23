import { countTimes, judgeTimes } from "../../../src/dataPlane/versions/times";
import { never } from "../../client/kit/client";
import { FROM, twoVersions } from "./kit";

test.each([
  ["all are times", { inUnit: 9 }, "right"],
  ["none is there", { all: 0 }, "right"],
  ["all have the other unit", { inOtherUnit: 9 }, "wrong"],
  ["most have the other unit", { inUnit: 4, inOtherUnit: 5 }, "wrong"],
  ["some have the other unit", { inUnit: 5, inOtherUnit: 4 }, "partly"],
  ["all are later than any time", { later: 9 }, "wrong"],
  ["some are in the future", { inUnit: 8, later: 1 }, "partly"],
  ["none has one, or all are 0", {}, "partly"],
])("%s", (_, counts, verdict) => {
  expect(judgeTimes({ all: 9, inUnit: 0, inOtherUnit: 0, later: 0, ...counts })).toBe(verdict);
});

describe("documents of a version are counted by their times", () => {
  const DAY = 86_400;
  function counted(unit: "s" | "ms", type = "int64") {
    const fields = [
      { name: "title", type: "string" },
      { name: "updated_at", type, optional: true },
    ];
    const on = twoVersions([], { from: fields });
    const now = on.seconds();
    const seconds = [now, now - 3600, now + DAY - 60, 1_000_000_000];
    const useless = [undefined, 0, -5, 12, now + 2 * DAY];
    const large = [now * 1000, now * 1000 - 3_600_000, 1_700_000_000_000_000, Number.MAX_SAFE_INTEGER];
    const values = type === "int32" ? [...seconds, ...useless] : [...seconds, ...useless, ...large];
    on.service.addDocumentsOutside(
      "c-1",
      FROM,
      values.map((value, at) => ({
        id: `d${at}`,
        title: "x",
        ...(value !== undefined && { updated_at: value }),
      })),
    );
    const field = { field: "updated_at", unit, isInt32: type === "int32" };
    return on.ended(countTimes(on.nodes, FROM, field, { signal: never() }));
  }

  test("in seconds", async () => {
    expect(await counted("s")).toEqual({ all: 13, inUnit: 4, inOtherUnit: 2, later: 3 });
  });
  test("in milliseconds", async () => {
    expect(await counted("ms")).toEqual({ all: 13, inUnit: 2, inOtherUnit: 4, later: 2 });
  });
  test("in an int32, which has no room for milliseconds", async () => {
    expect(await counted("s", "int32")).toEqual({ all: 9, inUnit: 4, inOtherUnit: 0, later: 1 });
    expect(await counted("ms", "int32")).toEqual({ all: 9, inUnit: 0, inOtherUnit: 4, later: 1 });
  });
  test("not at all if the field is not there", async () => {
    const on = twoVersions(["a"]);
    const field = { field: "nope", unit: "s", isInt32: false } as const;
    expect(await on.ended(countTimes(on.nodes, FROM, field, { signal: never() }))).toBeNull();
  });
});
