import { NODE_OPERATIONS, type NodeOperation } from "../../../src/api/dataPlane/operations";
import type { ApiError, ErrorKind } from "../../../src/client";
import type { CalledOperationId, NodeOperationId } from "../../../src/dataPlane";
import { never, rejection } from "../../client/kit/client";
import { json } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const IDS = Object.keys(NODE_OPERATIONS) as NodeOperationId[];

async function failing(id: NodeOperationId, status: number): Promise<ApiError> {
  const { nodes } = nodesOver(() => json(status, { message: "The words of the server" }));
  const input = { path: { name: "N1", id: "X1" }, body: {}, lines: () => (async function* () {})() } as never;
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

test("no two operations are told in the same words", async () => {
  const summaries = await Promise.all(IDS.map(async (id) => (await failing(id, 422)).summary));
  expect(new Set(summaries).size).toBe(IDS.length);
});
