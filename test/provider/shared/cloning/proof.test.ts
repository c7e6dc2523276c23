import * as fc from "fast-check";
import {
  baselineOf,
  contradictionOf,
  isEarlier,
  mismatchOf,
  proofIn,
} from "../../../../src/provider/shared/cloning/proof";
import { record } from "../../support";

const AT = 1_700_000_000;
const OPERATION = {
  cluster_id: "c-1",
  target_cluster_id: null,
  target_region: null,
  search_server_version: null,
  created_at: "2023-11-14T22:13:20Z",
};
const baseline = baselineOf([{ id: "c-1" }, { id: "prod" }], "products", {}, AT);
const CLONE = record({ id: "c-2", name: null, provisioned_at: AT + 30 });

describe("by what was known before the response", () => {
  const held = { ...OPERATION, target_cluster_id: "c-2" };
  test.each([
    ["what was there before the POST", OPERATION, "prod", { baseline }, /in the account before/],
    ["another one than the state holds", held, "c-3", {}, /The state holds cluster c-2/],
    ["another one than was proved", OPERATION, "c-3", { clone: "c-2" }, /The state holds cluster c-2/],
    [
      "what a state has taken over that was there before",
      held,
      "c-2",
      { baseline: { ...baseline, clusters: ["c-2"] } },
      /before/,
    ],
    ["a new cluster", OPERATION, "c-2", { baseline }, /^undefined$/],
    ["what the state holds", held, "c-2", { baseline }, /^undefined$/],
    ["what was proved", OPERATION, "c-2", { clone: "c-2" }, /^undefined$/],
    ["anything, where nothing was known", OPERATION, "c-2", {}, /^undefined$/],
  ])("%s", (_, operation, named, proof, why) => {
    expect(String(contradictionOf(operation, named, proof))).toMatch(why);
  });
});

describe("by its own record", () => {
  const asked = baselineOf(
    [],
    "products",
    { target_region: "paris", search_server_version: "31" } as never,
    AT,
  );
  const moved = {
    ...CLONE,
    region_node_counts: { paris: 1 },
    regions: ["paris"],
    search_server_version: "31.0",
  };
  const starting = { ...CLONE, region_node_counts: null, regions: [], search_server_version: null };
  const PROVED = /^undefined$/;

  test.each([
    ["new", CLONE, baseline, PROVED],
    ["of the same second, by two clocks", { ...CLONE, provisioned_at: AT - 5 }, baseline, PROVED],
    [
      "older",
      { ...CLONE, provisioned_at: AT - 6 },
      baseline,
      /was created 2023-11-14T22:13:14Z, and .* requested 2023-11-14T22:13:20Z/,
    ],
    ["of no date, and not there before", { ...CLONE, provisioned_at: null }, baseline, PROVED],
    ["of no date, after an import", { ...CLONE, provisioned_at: null }, undefined, /It is unknown/],
    ["new, after an import", CLONE, undefined, PROVED],
    ["older, after an import", { ...CLONE, provisioned_at: AT - 6 }, undefined, /was created/],
    ["as requested", moved, asked, PROVED],
    [
      "of another version",
      { ...moved, search_server_version: "30.2" },
      asked,
      /runs server version 30\.2, and 31 was/,
    ],
    [
      "elsewhere",
      { ...moved, region_node_counts: null, regions: ["oregon"] },
      asked,
      /in oregon, and paris was/,
    ],
    ["starting, and saying nothing yet", starting, asked, PROVED],
    ["named as its source", { ...CLONE, name: "products" }, baseline, PROVED],
    ["named after its source", { ...CLONE, name: "Clone of products" }, baseline, PROVED],
    ["named after the id of its source", { ...CLONE, name: "c-1-clone" }, baseline, PROVED],
    [
      "named otherwise",
      { ...CLONE, name: "prod" },
      baseline,
      /named "prod", but its source is named "products"/,
    ],
    [
      "named, of an unnamed source",
      { ...CLONE, name: "prod" },
      { ...baseline, name: null },
      /its source has no name/,
    ],
  ])("%s", (_, cluster, before, why) => {
    const name = before ? before.name : "products";
    expect(String(mismatchOf(OPERATION, cluster, before, name))).toMatch(why);
  });

  test("unknown values of its source do not contradict it", () => {
    expect(mismatchOf(OPERATION, { ...CLONE, name: "any" }, undefined, undefined)).toBeUndefined();
  });

  test("without a time in the state, an import proves nothing", () => {
    const undated = { ...OPERATION, created_at: null };
    expect(mismatchOf(undated, CLONE, undefined, "products")).toMatch(/It is unknown/);
    expect(isEarlier(CLONE, null)).toBe(false);
  });

  test("a cluster that was created before is never the clone, whatever else it shows", () => {
    const seconds = fc.integer({ min: 6, max: AT });
    fc.assert(
      fc.property(
        seconds,
        fc.constantFrom(baseline, asked, undefined),
        fc.option(fc.string()),
        (by, before, name) => {
          const old = { ...moved, name, provisioned_at: AT - by };
          expect(mismatchOf(OPERATION, old, before, name)).toMatch(/was created/);
        },
      ),
    );
  });
});

test("other private state is left out", () => {
  expect(proofIn({ baseline, clone: "c-2", cluster: "c-1" } as never)).toEqual({ baseline, clone: "c-2" });
  expect([proofIn(undefined), proofIn({})]).toEqual([{}, {}]);
});
