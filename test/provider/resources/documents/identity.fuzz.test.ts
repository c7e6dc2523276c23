import fc from "fast-check";
import type { CollectionRecord, Snapshots } from "../../../../src/dataPlane";
import {
  compareNodes,
  evidenceAgainst,
  identityOf,
  mergedIdentity,
} from "../../../../src/provider/resources/documents/identity";
import { fuzzRuns } from "../../../support/fuzz";

/** A collection of a cluster; only this test knows its incarnation. */
interface Stored {
  readonly incarnation: number;
  readonly name: string;
  readonly fields: readonly string[];
  readonly separators: readonly string[];
  readonly documents: number;
  readonly createdAt: number;
}

/** An event on three nodes between an import and a refresh. */
const EVENT = fc.oneof(
  fc.record({ does: fc.constant("restart" as const), nodes: fc.subarray([0, 1, 2], { minLength: 1 }) }),
  fc.record({ does: fc.constant("patch" as const), field: fc.constantFrom("a", "b", "c") }),
  fc.record({ does: fc.constant("write" as const), documents: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ does: fc.constant("delete some" as const) }),
  fc.record({ does: fc.constant("refresh" as const) }),
  fc.record({ does: fc.constant("lag" as const), node: fc.constantFrom(0, 1, 2) }),
  fc.record({
    does: fc.constant("create anew" as const),
    separators: fc.constantFrom<readonly string[]>([], ["-"]),
    documents: fc.constantFrom(0, 0, 3, 500),
  }),
  fc.record({ does: fc.constant("point the alias elsewhere" as const), documents: fc.constantFrom(0, 7) }),
);
type Event = typeof EVENT extends fc.Arbitrary<infer E> ? E : never;

const IMPORTED = 5;
const FIRST: Stored = {
  incarnation: 0,
  name: "catalog",
  fields: ["title"],
  separators: [],
  documents: IMPORTED,
  createdAt: 1_000_000,
};

const recordOf = (
  { name, fields, separators, documents, createdAt }: Stored,
  restartedAt: number,
): CollectionRecord => ({
  name,
  fields: fields.map((field) => ({ name: field, type: "string" }) as never),
  default_sorting_field: "",
  enable_nested_fields: false,
  token_separators: [...separators],
  symbols_to_index: [],
  synonym_sets: [],
  curation_sets: [],
  metadata: null,
  voice_query_model: null,
  num_documents: documents,
  created_at: Math.max(createdAt, restartedAt),
});

function play(events: readonly Event[], down: readonly number[]) {
  let now = FIRST.createdAt;
  let stored = FIRST;
  let before = identityOf(recordOf(FIRST, 0), undefined);
  const restartedAt = [0, 1, 2];
  const lags: (Stored | null)[] = [null, null, null];
  const shown = (): Snapshots<CollectionRecord> => {
    const all = [0, 1, 2].map((node) => ({
      url: `n${node}`,
      node,
      value: recordOf(lags[node] ?? stored, restartedAt[node] ?? 0),
    }));
    return {
      seen: all.filter(({ node }) => !down.includes(node)),
      unseen: all.filter(({ node }) => down.includes(node)) as never,
    };
  };
  const verdict = () => compareNodes(before, IMPORTED, shown(), undefined);
  for (const event of events) {
    now += 100;
    if (event.does === "restart") for (const node of event.nodes) restartedAt[node] = now + node;
    else if (event.does === "patch")
      stored = { ...stored, fields: [...new Set([...stored.fields, event.field])] };
    else if (event.does === "write") stored = { ...stored, documents: stored.documents + event.documents };
    else if (event.does === "delete some")
      stored = { ...stored, documents: Math.max(1, stored.documents - 2) };
    else if (event.does === "lag") lags[event.node] ??= stored;
    else if (event.does === "refresh") {
      const [first] = shown().seen;
      if (first?.value && evidenceAgainst(before, IMPORTED, first.value, undefined) === undefined)
        before = mergedIdentity(before, identityOf(first.value, undefined));
    } else {
      const isAlias = event.does === "point the alias elsewhere";
      stored = {
        incarnation: stored.incarnation + 1,
        name: isAlias ? `${stored.name}-2` : stored.name,
        fields: ["title"],
        separators: isAlias ? stored.separators : event.separators,
        documents: event.documents,
        createdAt: now,
      };
    }
  }
  return { verdict: verdict(), stored, lags };
}

test("a restart, edit, write, lag or missing response is never taken for another collection", () => {
  const harmless = EVENT.filter(({ does }) => does !== "create anew" && does !== "point the alias elsewhere");
  const property = fc.property(fc.array(harmless, { maxLength: 12 }), fc.subarray([0, 1]), (events, down) => {
    expect(play(events, down).verdict).toEqual({ kind: "same" });
  });
  fc.assert(property, { numRuns: fuzzRuns(200) });
});

test("another collection is reported only if every node has answered, and none shows the one with the documents", () => {
  const property = fc.property(fc.array(EVENT, { maxLength: 12 }), fc.subarray([0, 1]), (events, down) => {
    const { verdict, stored, lags } = play(events, down);
    if (verdict.kind !== "other") return;
    expect([down, stored.incarnation > 0]).toEqual([[], true]);
    expect(lags.filter((lag) => lag?.incarnation === 0)).toEqual([]);
  });
  fc.assert(property, { numRuns: fuzzRuns(200) });
});

test("a collection that is empty or has another name is reported if all nodes show it", () => {
  const events = fc.array(
    EVENT.filter(({ does }) => does !== "lag" && does !== "write" && does !== "delete some"),
  );
  const last = fc.constantFrom<Event>(
    { does: "create anew", separators: [], documents: 0 },
    { does: "point the alias elsewhere", documents: 0 },
  );
  const property = fc.property(events, last, (all, one) => {
    expect(play([...all, one], []).verdict.kind).toBe("other");
  });
  fc.assert(property, { numRuns: fuzzRuns(200) });
});
