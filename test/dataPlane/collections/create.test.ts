import { createCollection } from "../../../src/dataPlane";
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

describe("a create that no node answers, because there is no quorum", () => {
  /** A create that may take two minutes; its answer never comes. @param shows what a read at the end shows */
  async function unanswered(shows: object | null) {
    const { nodes, lines, seconds, clock } = nodesOver(({ method }): Reply => {
      if (method === "POST") return "hang";
      return shows === null ? json(404, { message: "Not Found" }) : json(200, shows);
    });
    const options = { signal: never(), isAsRequested: () => true, taken: () => new Error("taken") };
    const made = createCollection(nodes, BODY, { ...options, deadline: clock.now() + 120_000 });
    const end = await made.catch((error: unknown) => error);
    return { end, posts: lines().filter((line) => line.includes("POST")).length, seconds: seconds() };
  }

  test("ends with its timeout, is sent once, and says that it may be carried out later", async () => {
    const { end, posts, seconds } = await unanswered(null);
    expect(end).toMatchObject({
      kind: "lost_write",
      summary: 'Could not tell whether collection "it" was created',
      detail: expect.stringMatching(
        /before the timeout\. The request may still be carried out: .*quorum.*\nLook for the collection .*import it/s,
      ),
    });
    expect([posts, Math.floor(seconds / 120)]).toEqual([1, 1]);
  });

  test("is done where it was carried out after all", async () => {
    const { end } = await unanswered({ ...BODY, num_documents: 0, created_at: START / 1000 + 1 });
    expect(end).toMatchObject({ name: "it" });
  });
});

test("a restart between a create and the read that looks for it changes nothing", async () => {
  await expect(create(START / 1000 + 86_400).made).resolves.toMatchObject({ name: "it" });
});

test("a collection whose last field was dropped can be read: servers answer null for its fields", async () => {
  const { nodes } = nodesOver(() => json(200, { name: "it", fields: null, num_documents: 0, created_at: 1 }));
  const read = await nodes.call("getCollection", { path: { name: "it" } }, { signal: never() });
  expect(read.fields).toEqual([]);
  const list = nodesOver(() => json(200, [{ name: "it", fields: null }, { name: "bare" }])).nodes;
  const all = await list.call("listCollections", {}, { signal: never() });
  expect(all.map(({ fields }) => fields)).toEqual([[], []]);
});
