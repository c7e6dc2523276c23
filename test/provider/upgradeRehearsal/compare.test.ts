import fc from "fast-check";
import type { NodeStatus, SearchRecord } from "../../../src/nodes";
import {
  type Answered,
  answeredIn,
  compareCollections,
  compareNodes,
  compareQuery,
  nodesTimedOut,
} from "../../../src/provider/upgradeRehearsal/compare";
import { query } from "./kit";

function node(values: Partial<NodeStatus> = {}): NodeStatus {
  return {
    url: "https://n1",
    healthy: true,
    state: 4,
    version: "31.0",
    resource_error: null,
    error: null,
    ...values,
  };
}

describe("the nodes of a clone", () => {
  const at = { runs: "30.2", wanted: "31.0" };

  test.each<[string, NodeStatus[]]>([
    ["is not healthy", [node(), node({ healthy: false })]],
    ["is not healthy, and says another version", [node({ healthy: false, version: "30.2" })]],
    ["does not say its version", [node({ version: null })]],
  ])("are waited for while one of them %s", (_, nodes) => {
    expect(compareNodes(nodes, at)).toBeUndefined();
  });

  test("pass when all are healthy at the version, in whatever words of their own", () => {
    const nodes = [node({ version: "v31.0" }), node({ version: "31.0.2" })];
    expect(compareNodes(nodes, at)).toEqual({
      name: "nodes",
      source: "30.2",
      clone: "2 of 2 healthy, v31.0, 31.0.2",
      passed: true,
      detail: null,
    });
  });

  test("fail at once when a healthy one has another version, though others start", () => {
    const nodes = [
      node({ url: "https://n1", version: "30.2" }),
      node({ url: "https://n2", healthy: false, version: null }),
    ];
    expect(compareNodes(nodes, at)).toMatchObject({
      clone: "1 of 2 healthy, 30.2",
      passed: false,
      detail: "https://n1 runs 30.2 instead of 31.0",
    });
  });

  test("that do not start in time are named, each with its reason", () => {
    const nodes = [
      node(),
      node({ url: "https://n2", healthy: false, error: "/health: status 503" }),
      node({
        url: "https://n3",
        healthy: false,
        resource_error: "OUT_OF_DISK",
        error: "/health: status 503",
      }),
      node({ url: "https://n4", version: null }),
    ];
    expect(nodesTimedOut(nodes, "30.2", "4h")).toMatchObject({
      clone: "2 of 4 healthy, 31.0",
      passed: false,
      detail:
        "after 4h: https://n2: /health: status 503; https://n3: OUT_OF_DISK; https://n4: does not say its version",
    });
  });
});

describe("documents", () => {
  const compared = (before: object, after: object, clone: object, hidden: string[] = []) =>
    compareCollections({ before, after, clone, hidden: new Set(hidden) } as never).map(
      ({ source, clone: theirs, passed, detail }) => [source, theirs, passed, detail],
    );

  test.each<[string, object, object, object, [string, string, boolean, string | null]]>([
    ["as many", { a: 1 }, { a: 1 }, { a: 1 }, ["1 document", "1 document", true, null]],
    [
      "one lost",
      { a: 3 },
      { a: 3 },
      { a: 2 },
      ["3 documents", "2 documents", false, "the clone lacks 1 document"],
    ],
    ["more", { a: 3 }, { a: 3 }, { a: 5 }, ["3 documents", "5 documents", false, "the clone has 2 more"]],
    ["written meanwhile", { a: 3 }, { a: 9 }, { a: 5 }, ["3 to 9 documents", "5 documents", true, null]],
    ["deleted meanwhile", { a: 9 }, { a: 3 }, { a: 5 }, ["3 to 9 documents", "5 documents", true, null]],
    [
      "no collection",
      { a: 0 },
      { a: 0 },
      {},
      ["0 documents", "no such collection", false, "the clone lacks the collection"],
    ],
    [
      "a collection that was dropped meanwhile",
      { a: 3 },
      {},
      {},
      ["0 to 3 documents", "no such collection", true, null],
    ],
    [
      "a collection that was made meanwhile",
      {},
      { a: 3 },
      { a: 0 },
      ["0 to 3 documents", "0 documents", true, null],
    ],
    [
      "a collection of the clone alone",
      {},
      {},
      { a: 3 },
      ["no such collection", "3 documents", false, "only the clone has the collection"],
    ],
  ])("%s", (_, before, after, clone, check) => {
    expect(compared(before, after, clone)).toEqual([check]);
  });

  test("of a collection that the key of the source may not see are not compared", () => {
    expect(compared({ b: 1 }, { b: 1 }, { a: 3, b: 1 }, ["a"])).toHaveLength(1);
  });

  test("any state of the source between its two counts passes, and none beyond them", () => {
    const counts = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.nat(9));
    fc.assert(
      fc.property(counts, counts, fc.nat(20), (before, after, seen) => {
        const names = Object.keys(before).filter((name) => name in after);
        const clone = { ...before, ...Object.fromEntries(names.map((name) => [name, seen])) };
        const isBetween = names.every((name) => {
          const both = [before[name] ?? 0, after[name] ?? 0];
          return Math.min(...both) <= seen && seen <= Math.max(...both);
        });
        expect(compared(before, after, clone).every(([, , passed]) => passed)).toBe(isBetween);
      }),
    );
  });
});

const answered = (found: number, ids: string, times: Answered["times"] = [1]): Answered => ({
  found,
  ids: ids.split("").map((id) => (id === "?" ? undefined : id)),
  times,
});

describe("answers", () => {
  test.each<[string, object, Answered, Answered, string | null]>([
    ["are the same", {}, answered(3, "abc"), answered(3, "abc"), null],
    ["come in another order", {}, answered(3, "abc"), answered(3, "acb"), "another order from place 2 on"],
    [
      "have other documents",
      {},
      answered(5, "abcde"),
      answered(5, "xyabc"),
      "the first documents of the clone come without d, e and with x, y",
    ],
    [
      "lack many",
      {},
      answered(5, "abcde"),
      answered(0, ""),
      "the clone finds 0 instead of 5; the first documents of the clone come without a, b, c and 2 more",
    ],
    ["differ behind what is compared", { same_top: 1 }, answered(3, "abc"), answered(3, "acb"), null],
    ["are not compared", { same_top: 0 }, answered(3, "abc"), answered(3, "xyz"), null],
    ["are fewer than is compared", {}, answered(0, ""), answered(0, ""), null],
    [
      "have no ids",
      {},
      answered(1, "a"),
      answered(1, "?"),
      "the first documents of the clone come without a and with a document without id",
    ],
    [
      "are one less",
      { same_top: 0 },
      answered(100, ""),
      answered(99, ""),
      "the clone finds 99 instead of 100",
    ],
    ["are within the tolerance", { same_top: 0, tolerance: 1 }, answered(100, ""), answered(101, ""), null],
    [
      "are beyond the tolerance",
      { same_top: 0, tolerance: 1 },
      answered(100, ""),
      answered(98, ""),
      "the clone finds 98 instead of 100 (tolerance 1 %)",
    ],
    [
      "of nothing have no tolerance",
      { tolerance: 50, same_top: 0 },
      answered(0, ""),
      answered(1, ""),
      "the clone finds 1 instead of 0 (tolerance 50 %)",
    ],
  ])("that %s", (_, values, source, clone, detail) => {
    const [check] = compareQuery(query(values), source, clone);
    expect(check).toMatchObject({ passed: detail === null, detail });
  });

  test("are shown with what is compared of them", () => {
    const many = answered(40, "abcdefghijklmn");
    const [all] = compareQuery(query({ name: "many", same_top: 12 }), many, { refused: "400 Bad Request" });
    expect(all).toEqual({
      name: 'query "many"',
      source: "40 found: a, b, c, d, e, f, g, h, i, j, …",
      clone: "refused",
      passed: false,
      detail: "400 Bad Request",
    });
    const [none] = compareQuery(query({ same_top: 0 }), many, many);
    expect(none?.source).toBe("40 found");
  });

  test("the ids of grouped hits count in the order of their groups", () => {
    const hit = (id: unknown) => ({ document: { id } });
    const search = (values: object) =>
      answeredIn([
        { found: 3, took_ms: null, search_time_ms: 4, hits: [], facet_counts: [], ...values } as SearchRecord,
      ]);
    const grouped_hits = [{ hits: [hit("a"), hit("b")] }, { hits: [hit("c")] }];
    expect(search({ grouped_hits })).toEqual({ found: 3, ids: ["a", "b", "c"], times: [4] });
    expect(search({ hits: [hit("a"), hit(7), {}], took_ms: 2 })).toMatchObject({
      ids: ["a", undefined, undefined],
      times: [2],
    });
  });
});

describe("times", () => {
  test.each<[string, Answered["times"], Answered["times"], [string, string, boolean, string | null]]>([
    ["a median that is as allowed", [9, 2, 2, 2, 2], [6, 6, 6, 60, 6], ["2 ms", "6 ms", true, null]],
    [
      "a slower one",
      [2, 2, 2, 2, 2],
      [9, 9, 2, 2, 9],
      ["2 ms", "9 ms", false, "4.5 times as long, and 3 is allowed"],
    ],
    ["less than a millisecond", [0, 0, 0], [3, 3, 3], ["0 ms", "3 ms", true, null]],
    ["of an even number of runs", [1, 2], [4, 5], ["1.5 ms", "4.5 ms", true, null]],
    [
      "that a server does not say",
      [1],
      [null],
      ["1 ms", "no time", false, "the server does not say how long it took"],
    ],
  ])("%s", (_, source, clone, check) => {
    const both = compareQuery(
      query({ name: "n", max_slowdown: 3 }),
      answered(0, "", source),
      answered(0, "", clone),
    );
    expect(both.map(({ name }) => name)).toEqual(['query "n"', 'time of query "n"']);
    expect(both.map(({ source, clone, passed, detail }) => [source, clone, passed, detail])[1]).toEqual(
      check,
    );
  });
});
