import { never } from "../../client/kit/client";
import { json, RESET, type Reply } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const options = { signal: never() };
const input = { path: { name: "shop" } };
const ok = json(200, { name: "shop", collection_name: "a" });
const missing = json(404, { message: "Not Found" });

/** Nodes that answer as the list says, in their order. */
const answering = (...replies: readonly Reply[]) =>
  nodesOver(({ url }) => replies[Number(new URL(url).hostname[1]) - 1] ?? RESET);

test("each node says what it has, and who does not say is told apart", async () => {
  const { nodes } = answering(ok, missing, RESET);
  const { seen, unseen } = await nodes.everywhere("getAlias", input, options);
  expect(seen.map(({ value }) => value?.collection_name)).toEqual(["a", undefined]);
  expect(unseen.map(({ attempt }) => attempt.baseUrl)).toEqual(["https://n3.example"]);
});

test("a node that does not answer in time is waited for once, and not before each write", async () => {
  const { nodes, lines, seconds, clock } = answering(ok, ok, "hang");
  for (const _ of [1, 2, 3]) {
    const { seen, unseen } = await nodes.everywhere("getAlias", input, options);
    expect([seen.length, unseen.length]).toEqual([2, 1]);
  }
  expect([lines().length, seconds()]).toEqual([3 + 2 + 2, 10]);
  await clock.sleep(120_000, options.signal);
  await nodes.everywhere("getAlias", input, options);
  expect(lines()).toHaveLength(7 + 3);
});

test("where most did not answer in time, all are asked again", async () => {
  const { nodes, lines } = answering(ok, "hang", "hang");
  for (const _ of [1, 2]) await nodes.everywhere("getAlias", input, options);
  expect(lines()).toHaveLength(6);
});
