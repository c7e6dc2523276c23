import type { AliasRecord, CollectionRecord, Snapshots } from "../../../../src/dataPlane";
import type { TerraformError } from "../../../../src/framework";
import type { Course } from "../../../../src/provider/resources/liveCollection/course";
import { describeWays, type Way } from "../../../../src/provider/resources/liveCollection/decide";
import { keptBecause } from "../../../../src/provider/resources/liveCollection/drops";
import { failedBefore } from "../../../../src/provider/resources/liveCollection/failure";
import { obstacleIn } from "../../../../src/provider/resources/liveCollection/move";
import { settingsLike } from "../../../../src/provider/resources/liveCollection/newVersion";
import { differenceFromPlan } from "../../../../src/provider/resources/liveCollection/planned";
import { createProgress } from "../../../../src/provider/resources/liveCollection/progress";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import { collectLog } from "../../../support/log";
import { callOf, failing, look, serviceOf } from "../../kit";
import { collectionRecord } from "../collection/kit";
import { liveValues, version } from "./kit";

/** One value for each node; undefined: it does not answer. */
function shown<T>(...values: (T | null | undefined)[]): Snapshots<T> {
  const nodes = values.map((value, at) => ({ url: `https://n${at}.example`, value }));
  const seen = nodes.flatMap(({ url, value }) => (value === undefined ? [] : [{ url, value }]));
  return { seen, unseen: nodes.filter(({ value }) => value === undefined) as never };
}
const aliases = (...targets: (string | null)[]) =>
  shown(
    ...targets.map((target): AliasRecord | null =>
      target === null ? null : { name: "catalog", collection_name: target },
    ),
  );
const marked = (...runs: (string | null)[]) =>
  shown(
    ...runs.map((run): CollectionRecord | null =>
      run === null ? null : version("catalog_b", { step: "copy", run }).record,
    ),
  );

describe("the look before the alias moves", () => {
  const EXPECTED = {
    from: "catalog_a",
    targets: new Set(["catalog_a"]),
    runs: { own: "me", former: "before" },
  };
  test.each<[string, (string | null)[], (string | null)[], object, string | undefined]>([
    ["as expected", ["catalog_a", "catalog_a"], ["me", "me"], {}, undefined],
    ["a node lags behind the take-over", ["catalog_a"], ["me", "before"], {}, undefined],
    ["all nodes lag, or the take-over was undone", ["catalog_a"], ["before"], {}, "run"],
    ["another apply", ["catalog_a"], ["me", "other"], {}, "run"],
    ["the mark is gone", ["catalog_a"], ["me", null], {}, undefined],
    ["the version is gone", ["catalog_a"], [null, null], {}, "gone"],
    ["the alias has moved", ["catalog_a", "goods"], ["me"], {}, "alias"],
    ["the alias is gone", [null, null], ["me"], {}, "alias"],
    ["the alias is gone at one node", ["catalog_a", null], ["me"], {}, "alias"],
    [
      "a node shows a target of this apply",
      ["catalog_a", "theirs"],
      ["me"],
      { targets: new Set(["catalog_a", "theirs"]) },
      undefined,
    ],
    [
      "no node shows the last one",
      ["theirs"],
      ["me"],
      { targets: new Set(["catalog_a", "theirs"]) },
      "alias",
    ],
    ["versions have no mark", ["catalog_a"], ["other"], { runs: null }, undefined],
  ])("%s", (_, targets, runs, more, kind) => {
    const found = obstacleIn(
      { alias: aliases(...targets), version: marked(...runs) },
      { ...EXPECTED, ...more },
    );
    expect(found?.kind).toBe(kind);
  });
});

describe("a version stays because", () => {
  const at = (...counts: (number | null | undefined)[]) =>
    shown(
      ...counts.map((count) =>
        count === undefined ? undefined : collectionRecord({ num_documents: count }),
      ),
    );
  const lists = (...targets: (string | undefined)[]) =>
    shown(...targets.map((target) => target && [{ name: "shop", collection_name: target }])) as Snapshots<
      readonly AliasRecord[]
    >;
  test.each<
    [string, Snapshots<readonly AliasRecord[]>, Snapshots<CollectionRecord>, number | null, RegExp | null]
  >([
    ["nothing: it goes", lists("b", "b"), at(5, 5), 5, null],
    ["it has fewer documents", lists("b"), at(3), 5, null],
    ["an alias leads to it at one node", lists("b", "a"), at(5, 5), 5, /Alias "shop" leads to it/],
    ["a node did not answer", lists("b", undefined), at(5, 5), 5, /A node did not answer/],
    ["a node did not show it", lists("b", "b"), at(5, undefined), 5, /A node did not answer/],
    ["it has more documents", lists("b"), at(5, 6), 5, /holds 6 documents, and the plan has shown 5/],
    ["nobody has counted it", lists("b"), at(1), null, /appeared in no plan/],
    ["nobody has counted it, but it is empty", lists("b"), at(0), null, null],
    ["the server does not count", lists("b"), at(null), 5, /does not say/],
  ])("%s", (_, all, counts, most, why) => {
    const kept = keptBecause("a", { aliases: all, version: counts }, most);
    if (why === null) expect(kept).toBeNull();
    else expect(kept).toMatch(why);
  });
});

describe("the plan and the apply", () => {
  const copy = (resumes: string | null, from = "a"): Way => ({ kind: "copy", from, resumes });
  const going = (documents: number | null, isLive = false) => [{ name: "a", documents, isLive }];
  test.each<[string, readonly Way[] | undefined, readonly Way[], ReturnType<typeof going>, RegExp | null]>([
    ["are the same", [copy(null)], [copy(null)], [], null],
    ["go on with another version", [copy("b")], [copy(null)], [], null],
    [
      "have another live version",
      [copy(null, "a")],
      [copy(null, "b")],
      [],
      /documents of "a"\..*documents of "b"/,
    ],
    ["have other steps", [], [copy(null)], [], /The plan was to do nothing\./],
    ["cannot be compared: the plan has read nothing", undefined, [copy(null)], [], null],
    ["drop as many documents", [], [], going(3), null],
    ["would drop more documents", [], [], going(4), /"a", which this edit deletes, holds 4 documents, and 3/],
    ["would drop an unknown number", [], [], going(null), /an unknown number/],
    ["carry over what was written to the live version", [], [], going(9, true), null],
  ])("%s", (_, before, ways, drops, difference) => {
    const named = [{ name: "a", documents: 3 }];
    const found = differenceFromPlan({ ways: before && describeWays(before), named }, { ways }, drops);
    if (difference === null) expect(found).toBeNull();
    else expect(found).toMatch(difference);
  });
});

test("a new version keeps what the configuration does not manage", () => {
  const live = version("catalog_a", {}, { voice_query_model: { model_name: "ts/whisper" } }).record;
  const config = liveValues();
  const none = { voice_query_model: null };
  expect(settingsLike(config, none, live)).toMatchObject({ metadata: null, voice_query_model: "ts/whisper" });
  expect(settingsLike(config, { voice_query_model: "ts/whisper" }, live).voice_query_model).toBeNull();
  const tagged = { ...live, metadata: { ...live.metadata, a: 1 } };
  expect(settingsLike(config, none, tagged).metadata).toBe('{"a":1}');
  expect(settingsLike({ ...config, metadata: "{}" }, none, tagged).metadata).toBe("{}");
});

test("progress is a line per stage, one every ten seconds, and the end of the copy", () => {
  const { log, lines } = collectLog();
  let now = 0;
  const report = createProgress(log, { now: () => now }, "catalog_b");
  for (const done of [0, 10, 20, 30, 40, 50]) {
    report({ stage: "copy", done, total: 50 });
    now += 4_000;
  }
  report({ stage: "catchUp", done: 1, total: 10 });
  report({ stage: "catchUp", done: 2, total: 10 });
  expect(lines.map(({ fields }) => fields.done)).toEqual([0, 30, 50, 1]);
});

test("a cluster that is suspended is the reason why its nodes do not answer", async () => {
  const call = callOf<LiveCollectionValues>(serviceOf({ read: async () => look("suspended") }));
  const course = { call, planned: liveValues(), live: () => "catalog_a" } as unknown as Course;
  const filling = { name: "catalog_b", from: "catalog_a" } as Parameters<typeof failedBefore>[1];
  const detailOf = async (error: Error) =>
    ((await failedBefore(course, filling, error)) as TerraformError).detail;
  expect(await detailOf(failing("unavailable", 503))).toMatch(
    /Cluster c-1 is suspended: .*Alias "catalog" still leads to "catalog_a": .*Apply again to resume/s,
  );
  expect(await detailOf(failing("auth", 401))).not.toMatch(/suspended/);
});
