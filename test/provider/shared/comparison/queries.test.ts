import type { ErrorKind } from "../../../../src/client";
import type { Nodes } from "../../../../src/dataPlane";
import { namedQueries } from "../../../../src/provider/shared/comparison/answers";
import { compareQueries } from "../../../../src/provider/shared/comparison/queries";
import { failing, NOW } from "../../kit";
import { query } from "../../resources/upgradeRehearsal/kit";

const SIDES = { reference: "the cluster", candidate: "the clone" };
const QUERIES = namedQueries(["a", "b", "c", "d"].map((name) => query({ name, parameters: { q: name } })));

/** Returns nodes that fail as given for each query, one attempt after the other, and then answer. */
function nodesThat(fails: { readonly [name: string]: readonly ErrorKind[] } = {}) {
  const asked: string[] = [];
  const call = async (_: string, { query: { q } }: { query: { q: string } }) => {
    const kind = fails[q]?.[asked.filter((one) => one === q).length];
    asked.push(q);
    if (kind !== undefined) throw failing(kind, null, `${kind} of ${q}`);
    return { found: 1, hits: [{ document: { id: q } }], took_ms: 1, search_time_ms: null, facet_counts: [] };
  };
  return { nodes: { call } as unknown as Nodes, asked };
}

/** @param late milliseconds until the timeout; each pause takes a minute */
async function compared(clone: ReturnType<typeof nodesThat>, late = 3_600_000) {
  const [source, paused] = [nodesThat(), [] as number[]];
  const now = () => NOW + paused.reduce((sum, ms) => sum + ms, 0);
  const clock = { now, sleep: async (ms: number) => void paused.push(ms) };
  const { signal } = new AbortController();
  const call = { signal, deadline: NOW + late, timeout: "1h" };
  const reference = { nodes: { ...source.nodes, clock } };
  const both = { reference, candidate: { nodes: clone.nodes }, sides: SIDES, retryMs: 60_000 };
  const checks = await compareQueries(call, both, QUERIES);
  return {
    checks: checks.map(({ name, passed }) => `${name} ${passed}`),
    pauses: paused.length,
    source: source.asked.join(""),
    clone: clone.asked.join(""),
  };
}

const passed = (...names: string[]) => names.map((name) => `query "${name}" true`);
const AWAY = ["timeout", "timeout"] as const;

test.each<[string, { [name: string]: readonly ErrorKind[] }, string[], number, string, string]>([
  ["an answered query is sent once", {}, passed("a", "b", "c", "d"), 0, "abcd", "abcd"],
  [
    "refused queries are sent again, all after one pause",
    { a: ["invalid"], c: ["refused", "refused"] },
    [...passed("a", "b"), 'query "c" false', ...passed("d")],
    1,
    "abcd",
    "abcdac",
  ],
  [
    "a clone that is reachable again gets the remaining queries",
    { b: ["network"] },
    passed("a", "b", "c", "d"),
    1,
    "abcd",
    "abbcd",
  ],
  [
    "one that stays unreachable gets no more queries, if the source answers",
    { b: AWAY },
    [...passed("a"), 'query "b" false'],
    1,
    "abb",
    "abb",
  ],
])("%s", async (_, fails, checks, pauses, source, clone) => {
  expect(await compared(nodesThat(fails))).toEqual({ checks, pauses, source, clone });
});

test("after the timeout, no query is sent and nothing is compared", async () => {
  const clone = nodesThat({ a: ["refused"] });
  await expect(compared(clone, 60_000)).rejects.toMatchObject({
    summary: "Timed out after 1h comparing the answers to the queries",
  });
  expect(clone.asked.join("")).toBe("abcd");
});
