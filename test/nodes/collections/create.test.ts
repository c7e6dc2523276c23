import { createCollection } from "../../../src/nodes";
import { never } from "../../client/kit/client";
import { START } from "../../client/kit/clock";
import { json, RESET, type Reply } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const BODY = { name: "it", fields: [{ name: "title", type: "string" }] };

/** A create whose answer is lost, at nodes that say no time (no `Date`). */
function create(createdAt: number) {
  const { nodes, lines } = nodesOver(({ method }): Reply => {
    return method === "POST" ? RESET : json(200, { ...BODY, num_documents: 0, created_at: createdAt });
  });
  const taken = () => new Error("somebody else's");
  const made = createCollection(nodes, BODY, { signal: never(), isAsRequested: () => true, taken });
  return { made, lines };
}

test("what is years old is not ours, where nodes say no time either", async () => {
  await expect(create(1_500_000_000).made).rejects.toThrow("somebody else's");
});

test("what is new is", async () => {
  const { made, lines } = create(START / 1000 + 1);
  await expect(made).resolves.toMatchObject({ name: "it" });
  expect(lines().filter((line) => line.includes("POST"))).toHaveLength(1);
});

test("a collection whose last field was dropped can be read: servers answer null for its fields", async () => {
  const { nodes } = nodesOver(() => json(200, { name: "it", fields: null, num_documents: 0, created_at: 1 }));
  const read = await nodes.call("getCollection", { path: { name: "it" } }, { signal: never() });
  expect(read.fields).toEqual([]);
});
