import fc from "fast-check";
import { liveVersionOf, observedLive, stepOf } from "../../../../src/provider/resources/liveCollection/model";
import {
  agreedRecords,
  agreedTarget,
  byLastUse,
} from "../../../../src/provider/resources/liveCollection/observe";
import {
  newVersionName,
  type ObservedVersion,
  type ObservedVersions,
} from "../../../../src/provider/resources/liveCollection/versions";
import { collectionRecord, fieldRecord } from "../collection/kit";
import { liveState, version, versionValues } from "./kit";

const [A, B] = ["catalog_a", "catalog_b"];
const seen = (target: string | null, ...versions: ObservedVersion[]): ObservedVersions => ({
  target,
  versions,
  foreign: null,
});

describe("the live version and the step", () => {
  const filling = version(B, { step: "copy", from: A });
  const settling = version(B, { step: "settle", from: A, retired: { [A]: 100 } });
  const done = version(B, { from: A, retired: { [A]: 100 } });
  const first = version(A);

  test.each<[string, ObservedVersions, string | null, string | undefined, string]>([
    ["nothing to do", seen(A, first), A, A, "ready"],
    ["a version is being filled", seen(A, filling, first), A, A, "copying"],
    ["it was settled, but not moved", seen(A, settling, first), A, A, "copying"],
    ["moved, and the state was lost", seen(B, settling, first), A, B, "settling"],
    ["moved, and the state was saved", seen(B, settling, first), B, B, "settling"],
    ["moved, settled and the state was lost", seen(B, done, first), A, B, "ready"],
    ["retained", seen(B, done, first), B, B, "ready"],
    ["moved by hand to a version that is being filled", seen(B, filling, first), A, A, "detached"],
    ["moved by hand to the retained one", seen(A, done, first), B, B, "detached"],
    [
      "moved back after another way back",
      seen(A, done, version(A, { retired: { [B]: 200 } })),
      B,
      A,
      "ready",
    ],
    [
      "moved forth again, older than the way back",
      seen(B, done, version(A, { retired: { [B]: 200 } })),
      A,
      A,
      "detached",
    ],
    ["moved to somebody else's", seen("theirs", first), A, A, "detached"],
    ["no alias", seen(null, first), A, A, "detached"],
    ["the live one is gone", seen(A), A, undefined, "detached"],
    [
      "the live one is gone, the alias leads to a version without a mark",
      seen(B, version(B, null)),
      A,
      undefined,
      "detached",
    ],
    ["imported", seen(B, done, first), null, B, "ready"],
    [
      "imported, made by hand",
      seen("catalog_hand", version("catalog_hand", null)),
      null,
      "catalog_hand",
      "ready",
    ],
  ])("%s", (_, look, stated, live, step) => {
    const found = liveVersionOf(look, stated);
    expect([found?.record.name, stepOf(look, found)]).toEqual([live, step]);
  });

  test("a collection with the name of the alias hides it", () => {
    const look = { ...seen(A, first), namesake: collectionRecord({ name: "catalog" }) };
    expect(stepOf(look, first)).toBe("detached");
  });
});

describe("the values of the state", () => {
  test("are those of the live version, without the mark; the order is that of the versions", () => {
    const rank = { fields: [fieldRecord("title"), fieldRecord("rank", "int32")] };
    const look = seen(B, version(B, { step: "settle", from: A }, { ...rank, num_documents: 7 }), version(A));
    const state = liveState({ metadata: '{"team":"search"}' });
    expect(observedLive(look, state)).toMatchObject({
      collection_name: B,
      step: "settling",
      metadata: "{}",
      field: [{ name: "title" }, { name: "rank" }],
      versions: [
        { name: B, documents: 7, live: true, created_at: "2023-11-14T22:13:20Z" },
        { name: A, documents: 0, live: false },
      ],
    });
  });

  test("keep the first time of creation: a restart of the server resets it", () => {
    const state = liveState({
      versions: [versionValues(A, { created_at: "2020-01-01T00:00:00Z", live: true })],
    });
    expect(observedLive(seen(A, version(A)), state).versions).toMatchObject([
      { created_at: "2020-01-01T00:00:00Z" },
    ]);
  });

  test("stay while the live version is gone", () => {
    const values = observedLive(seen(A), liveState());
    expect(values).toEqual({ collection_name: A, versions: [], step: "detached" });
  });
});

test.each([
  [1, null],
  [2, null],
  [3, 2],
  [4, 3],
  [5, 3],
])("an import of %i versions retains %s: its first plan deletes none", (count, retain) => {
  const all = Array.from({ length: count }, (_, at) => version(`catalog_${at}`));
  expect(observedLive(seen("catalog_0", ...all), null).retain).toBe(retain);
  expect(observedLive(seen("catalog_0", ...all), liveState())).not.toHaveProperty("retain");
});

test("versions are in the order in which they were live, whatever their creation", () => {
  const names = (versions: readonly ObservedVersion[]) => versions.map(({ record }) => record.name);
  const live = version("v3", { retired: { v1: 100, v2: 200 } }, { created_at: 5 });
  const others = [version("v1", {}, { created_at: 9 }), version("v2", {}, { created_at: 7 })];
  const filling = version("v4", { step: "copy", from: "v3" }, { created_at: 8 });
  const order = ["v4", "v3", "v2", "v1"];
  fc.assert(
    fc.property(fc.shuffledSubarray([live, filling, ...others], { minLength: 4 }), (versions) =>
      expect(names(byLastUse(versions))).toEqual(order),
    ),
  );
});

test("the target is what most nodes say; every answer is kept", () => {
  const at = (...answers: (string | null)[]) =>
    agreedTarget({
      seen: answers.map((collection_name, node) => ({
        url: `n${node}`,
        value: collection_name === null ? null : { name: "catalog", collection_name },
      })),
    });
  expect(at(A, B, B)).toEqual({ target: B, targets: [A, B] });
  expect(at(A, null, null)).toEqual({ target: null, targets: [A] });
  expect(at(null)).toEqual({ target: null, targets: [] });
});

test("of several lists, what at least half of them show counts, with the largest number of documents", () => {
  const [old, now] = [version(A, { step: "settle" }), version(A, { step: "done" })].map(
    ({ record }) => record,
  );
  const b = collectionRecord({ name: B });
  if (!old || !now) throw new Error("No records");
  const summary = (...lists: Parameters<typeof agreedRecords>[0]) =>
    agreedRecords(lists).map(({ name, metadata, num_documents: documents }) => [name, metadata, documents]);
  expect(
    summary([old, b], [{ ...now, num_documents: 3 }], [{ ...now, created_at: 5, num_documents: 2 }]),
  ).toEqual([[A, now.metadata, 3]]);
  expect(summary([b], [])).toEqual([[B, null, 0]]);
  expect(summary([b], [{ ...b, num_documents: null }])).toEqual([[B, null, null]]);
  expect(summary()).toEqual([]);
});

test("a new version has the name of the alias and 8 characters of its own", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.uint8Array({ minLength: 8, maxLength: 8 })), (bytes) => {
      const name = newVersionName("catalog", () => bytes.next().value as Uint8Array);
      expect(name).toMatch(/^catalog_[a-z0-9]{8}$/);
    }),
  );
  const tries = [new Uint8Array(8).fill(255), new Uint8Array(8).fill(36)];
  expect(newVersionName("catalog", () => tries.shift() as Uint8Array)).toBe("catalog_aaaaaaaa");
});
