import { NODE_OPERATIONS, type NodeOperation } from "../../../src/api/dataPlane/operations";
import type { ApiError, ErrorKind } from "../../../src/client";
import type { CalledOperationId, NodeOperationId } from "../../../src/dataPlane";
import { never, rejection } from "../../client/kit/client";
import { json } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const IDS = Object.keys(NODE_OPERATIONS) as NodeOperationId[];

async function failing(id: NodeOperationId, status: number): Promise<ApiError> {
  const { nodes } = nodesOver(() => json(status, { message: "The words of the server" }));
  const input = {
    path: { name: "N1", id: "X1" },
    body: id === "importStemmingDictionary" ? [] : {},
    lines: () => (async function* () {})(),
  } as never;
  const options = { signal: never(), patienceMs: 0 };
  const called =
    NODE_OPERATIONS[id].stream === "none"
      ? nodes.call(id as CalledOperationId, input, options)
      : nodes.stream(id as "importDocuments", input, options);
  const error = await rejection(called);
  if (error instanceof Error && error.name === "ApiError") return error as ApiError;
  throw error;
}

/** By status: the kind, and what the person has to learn from it, whatever the operation. */
const LESSONS: readonly (readonly [number, ErrorKind, RegExp])[] = [
  [400, "invalid", /run again( later)?\.$|version of its server\.$/],
  [401, "auth", /The key was that of api_key of this resource\.[\s\S]*run apply -refresh=false once\.$/],
  [404, "not_found", /does not exist there\.$|the version of the server\.$/],
  [409, "refused", /run again( later)?\.$/],
  [429, "rate_limit", /Wait a while, then run again\.$/],
  [503, "unavailable", /replaced: run again later\.$/],
];

test.each(IDS)("%s: every failure says what was attempted, what came back, what to do next", async (id) => {
  const { kind: sort, method, path, action }: NodeOperation = NODE_OPERATIONS[id];
  for (const [status, kind, lesson] of LESSONS) {
    const { summary, detail, kind: told } = await failing(id, status);
    const lost = status === 503 && sort === "write";
    expect(told).toBe(lost ? "lost_write" : kind);
    expect(summary).toMatch(/^Could not [a-z ]+/);
    const request = `${method} https://n1.example${path.replace("{name}", "N1").replace("{id}", "X1")} was answered with status ${status}`;
    expect(detail).toContain(`${request}.`);
    expect(detail).toContain("The node responded: The words of the server");
    expect(detail).not.toMatch(/undefined|[{}]| {2}|\.\./);
    expect(detail).toMatch(lost ? /run again|running again|look|safe|DELETE \/keys|plan again/i : lesson);
    if (status === 401) expect(detail.includes("needs the action")).toBe(action !== null);
    if (status === 401 && action !== null) expect(detail).toContain(action);
    const ofCollection = path.includes("/collections/") || id === "createCollection";
    expect(detail.includes("among its collections")).toBe(status === 401 && ofCollection);
  }
});

test("no two operations have the same phrase", async () => {
  const summaries = await Promise.all(IDS.map(async (id) => (await failing(id, 422)).summary));
  expect(new Set(summaries).size).toBe(IDS.length);
});

describe("rejections that their message explains", () => {
  const write = { path: { name: "shop" }, body: { collection_name: "books" } };
  const search = { path: { name: "books" }, query: { q: "*", per_page: 251 } };
  const lines = async function* () {
    yield new TextEncoder().encode("{}\n");
  };

  const advised = async (message: string, what: "write" | "import" | "search") => {
    const { nodes } = nodesOver(() => json(422, { message }));
    const options = { signal: never(), patienceMs: 0 };
    const error = await rejection(
      what === "write"
        ? nodes.call("upsertAlias", write, options)
        : what === "search"
          ? nodes.call("searchDocuments", search, options)
          : nodes.stream("importDocuments", { path: { name: "books" }, lines }, options),
    );
    return (error as { readonly detail?: string }).detail ?? "";
  };

  // As the genuine servers say it.
  test.each([
    ["Rejecting write: running out of resource type: OUT_OF_DISK", "write", /The disk of the node is full/],
    ["Rejecting write: running out of resource type: OUT_OF_DISK", "import", /The disk of the node is full/],
    ["Rejecting write: running out of resource type: OUT_OF_MEMORY", "write", /too little memory left/],
    ["Skipping writes.", "import", /configured to reject writes \(skip-writes\)/],
    ["Only upto 250 hits can be fetched per page.", "search", /^Correct the parameters of the search/m],
  ] as const)("422 %p to a %s is told with what to do", async (message, what, words) => {
    const detail = await advised(message, what);
    expect(detail).toMatch(words);
    expect(detail).not.toMatch(/configuration as the server says|at this time/);
  });
});

describe("keys that are rejected", () => {
  test.each([
    [
      "Forbidden - a valid `x-typesense-api-key` header must be sent.",
      "The header was sent. Servers give this message for every key that does not permit the request, even if it only lacks the action or the collection.",
    ],
    [
      "Forbidden - a valid `x-other-api-key` header must be sent.",
      "It asks for the key in x-other-api-key, and nodes take it in x-search-api-key or x-typesense-api-key: check that node_urls (with cluster_id: node_url of the provider, or SEARCHCLOUD_NODE_URL) is the URL of a node.",
    ],
  ])("refused with %p: the words are explained", async (message, explained) => {
    const { nodes } = nodesOver(() => json(401, { message }));
    const error = (await rejection(
      nodes.call("getCollection", { path: { name: "catalog" } }, { signal: never() }),
    )) as ApiError;
    expect(error.detail).toContain(`The node responded: ${message}\n${explained}\nThe key was that of`);
  });

  test.each([
    ["data_api_key of the provider", /change value_wo_version, too: the apply then creates the key\.$/],
    ["SEARCHCLOUD_DATA_API_KEY", /neither revoked nor expired\.$/],
  ])("from %s: nothing is said about a key in the state", async (keyOrigin, advice) => {
    const { nodes } = nodesOver(() => json(401, { message: "Forbidden" }), { keyOrigin });
    const error = (await rejection(
      nodes.call("getCollection", { path: { name: "catalog" } }, { signal: never() }),
    )) as ApiError;
    expect(error.detail).toMatch(advice);
  });
});
