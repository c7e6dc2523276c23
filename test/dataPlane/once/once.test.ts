import type { ApiError } from "../../../src/client";
import {
  deleteAlias,
  deleteCollection,
  deleteNamed,
  type Nodes,
  putAlias,
  putNamed,
} from "../../../src/dataPlane";
import { never, rejection } from "../../client/kit/client";
import { json, RESET, type Reply } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const options = { signal: never() };
const MISSING = json(404, { message: "Not Found" });

/** The circumstances of the first write: its answer is lost, and somebody else may have written meanwhile. */
interface Story {
  /** True if the write is carried out before its answer is lost. */
  readonly isDone: boolean;
  readonly meanwhile?: (stored: Stored) => void;
  /** Names of nodes that still show the original record. */
  readonly lagging?: readonly string[];
}
interface Stored {
  now: unknown;
}

/** Three nodes with one record. The answer to the first write to it is lost. */
function over(record: unknown, { isDone, meanwhile, lagging = [] }: Story) {
  const stored: Stored = { now: record };
  const lines: string[] = [];
  const { nodes, seconds } = nodesOver(({ url, method, body }): Reply => {
    const node = new URL(url).hostname.slice(0, 2);
    if (method === "GET") {
      const shown = lagging.includes(node) ? record : stored.now;
      return shown === null ? MISSING : json(200, shown);
    }
    lines.push(method);
    const isFirst = lines.length === 1;
    const isMissing = stored.now === null && method === "DELETE";
    if (!isFirst || isDone) stored.now = method === "DELETE" ? null : writtenTo(record, body);
    if (isFirst) meanwhile?.(stored);
    if (isFirst) return RESET;
    return isMissing ? MISSING : json(200, stored.now ?? { name: "it" });
  });
  return { nodes, stored, lines, seconds };
}

const writtenTo = (record: unknown, body: string | null) => ({
  name: "it",
  ...(record as object),
  ...JSON.parse(body ?? "{}"),
});

const FIELDS = [{ name: "title", type: "string" }];
const TYPES: readonly (readonly [
  type: string,
  record: object,
  others: object,
  remove: (nodes: Nodes) => Promise<unknown>,
  put: ((nodes: Nodes, isNew: boolean) => Promise<unknown>) | null,
])[] = [
  [
    "collection",
    { name: "it", fields: FIELDS, num_documents: 2, created_at: 1 },
    { name: "it", fields: FIELDS, num_documents: 5000, created_at: 1 },
    (nodes) => deleteCollection(nodes, "it", options),
    null,
  ],
  [
    "alias",
    { name: "it", collection_name: "a" },
    { name: "it", collection_name: "b" },
    (nodes) => deleteAlias(nodes, "it", options),
    (nodes, isNew) => putAlias(nodes, { name: "it", collection: "w" }, { ...options, isNew }),
  ],
  [
    "preset",
    { name: "it", value: { q: "a" } },
    { name: "it", value: { q: "b" } },
    (nodes) => deleteNamed(nodes, "Preset", "it", options),
    (nodes, isNew) =>
      putNamed(
        nodes,
        {
          kind: "Preset",
          name: "it",
          body: { value: { q: "w" } },
          isNew,
          isWanted: ({ value }) => (value as { q: string }).q === "w",
        },
        options,
      ),
  ],
];

describe.each(TYPES)("a DELETE of a %s whose answer was lost", (_, record, others, remove) => {
  test("and which was not carried out is sent again", async () => {
    const { nodes, stored, lines } = over(record, { isDone: false });
    expect(await remove(nodes)).toBe("deleted");
    expect([lines, stored.now]).toEqual([["DELETE", "DELETE"], null]);
  });

  test("and was carried out is not sent again, even if a node lags behind", async () => {
    const { nodes, lines } = over(record, { isDone: true, lagging: ["n1", "n2"] });
    expect(await remove(nodes)).toBe("deleted");
    expect(lines).toEqual(["DELETE"]);
  });

  test.each([true, false])(
    "what somebody else has created in the meantime stays (carried out: %s)",
    async (isDone) => {
      const meanwhile = (stored: Stored) => {
        stored.now = others;
      };
      const { nodes, stored, lines } = over(record, { isDone, meanwhile, lagging: ["n1"] });
      const error = (await rejection(remove(nodes))) as ApiError;
      expect(error).toMatchObject({
        kind: "lost_write",
        summary: expect.stringMatching(/^Could not delete .* it: somebody else changed it in the meantime$/),
        detail: expect.stringMatching(/Nothing more was sent\.\nPlan again/),
      });
      expect([lines, stored.now]).toEqual([["DELETE"], others]);
    },
  );

  test("sends nothing for a missing object", async () => {
    const { nodes, lines } = over(null, { isDone: false });
    expect(await remove(nodes)).toBe("missing");
    expect(lines).toEqual([]);
  });
});

test("a DELETE of a collection is not sent again if a node has restarted, or somebody has created it again: this cannot be distinguished", async () => {
  const [, record, , remove] = TYPES[0] as (typeof TYPES)[number];
  const meanwhile = (stored: Stored) => {
    stored.now = { ...record, created_at: 2 };
  };
  const { nodes, stored, lines } = over(record, { isDone: false, meanwhile });
  expect(await rejection(remove(nodes))).toMatchObject({
    kind: "lost_write",
    summary: expect.stringMatching(/^Could not delete collection it: it may be another collection by now$/),
    detail: expect.stringMatching(
      /its time of creation differs: a restart .* It holds 2 documents\. Nothing more was sent\.\nPlan again/s,
    ),
  });
  expect([lines, stored.now]).toEqual([["DELETE"], { ...record, created_at: 2 }]);
});

const WRITTEN = TYPES.flatMap(([type, record, others, , put]) =>
  put ? [[type, record, others, put] as const] : [],
);

describe.each(WRITTEN)("a PUT of a %s whose answer was lost", (_, record, others, put) => {
  test.each([true, false])("is done once (new: %s)", async (isNew) => {
    for (const isDone of [true, false]) {
      const { nodes, lines } = over(isNew ? null : record, { isDone });
      await put(nodes, isNew);
      expect(lines).toHaveLength(isDone ? 1 : 2);
    }
  });

  test("does not overwrite what somebody else has written or deleted in the meantime", async () => {
    for (const now of [others, null]) {
      const meanwhile = (stored: Stored) => {
        stored.now = now;
      };
      const { nodes, stored, lines } = over(record, { isDone: true, meanwhile });
      expect(await rejection(put(nodes, false))).toMatchObject({ kind: "lost_write" });
      expect([lines, stored.now]).toEqual([["PUT"], now]);
    }
  });

  test("does not adopt what somebody else has created in the meantime", async () => {
    const meanwhile = (stored: Stored) => {
      stored.now = others;
    };
    const { nodes, stored } = over(null, { isDone: false, meanwhile });
    expect(await rejection(put(nodes, true))).toMatchObject({ kind: "lost_write" });
    expect(stored.now).toEqual(others);
  });
});
