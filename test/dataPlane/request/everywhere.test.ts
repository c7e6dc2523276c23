import type { NodeOperationId } from "../../../src/api/dataPlane/operations";
import { deleteAlias, type Nodes, revokeKey } from "../../../src/dataPlane";
import { otherObject } from "../../../src/dataPlane/request/call";
import { never, rejection } from "../../client/kit/client";
import { error, json, RESET, type Reply } from "../../client/kit/transport";
import { nodesOver } from "../kit";

const options = { signal: never() };
const input = { path: { name: "shop" } };
const ok = json(200, { name: "shop", collection_name: "a" });
const missing = json(404, { message: "Not Found" });

/** Nodes that answer as the list says, in their order. */
const answering = (...replies: readonly Reply[]) =>
  nodesOver(({ url }) => replies[Number(new URL(url).hostname[1]) - 1] ?? RESET);

test("snapshots of the nodes, separately from those that do not answer", async () => {
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

test("if most did not answer in time, all are asked again", async () => {
  const { nodes, lines } = answering(ok, "hang", "hang");
  for (const _ of [1, 2]) await nodes.everywhere("getAlias", input, options);
  expect(lines()).toHaveLength(6);
});

const starting = error(503, "Bad Gateway");

test("if only a minority answers that it is missing, all are asked again until the others answer", async () => {
  const { nodes, seconds, clock } = nodesOver(({ url }): Reply => {
    if (url.startsWith("https://n1.")) return missing;
    return seconds() < 4 ? starting : ok;
  });
  const { seen } = await nodes.everywhere("getAlias", input, options);
  expect(seen.map(({ value }) => value?.collection_name)).toEqual([undefined, "a", "a"]);
  expect(clock.slept.length).toBeGreaterThan(1);
});

test.each<[string, (nodes: Nodes) => Promise<unknown>]>([
  [
    "key",
    (nodes) =>
      revokeKey(
        nodes,
        "7",
        { value: "abcdefgh", value_prefix: "abcd", body: { actions: ["*"], collections: ["*"] } },
        options,
      ),
  ],
  ["alias", (nodes) => deleteAlias(nodes, "shop", options)],
])("no %s is deleted unseen: few nodes do not have it, and the others do not answer", async (_, remove) => {
  const { nodes, lines, seconds } = nodesOver(({ url, method }): Reply => {
    if (method === "DELETE") return json(200, { id: 7, name: "shop" });
    return url.startsWith("https://n1.") ? missing : starting;
  });
  expect(await rejection(remove(nodes))).toMatchObject({
    kind: "unavailable",
    detail: expect.stringMatching(/n2\.example.*503.*Nothing was sent.*n3\.example.*503/s),
  });
  expect(lines().filter((line) => line.includes("DELETE"))).toEqual([]);
  expect(seconds()).toBeLessThanOrEqual(30);
});

test("a write after a read does not go to a node that timed out", async () => {
  const { nodes, lines, seconds } = nodesOver(({ url, method }): Reply => {
    if (url.startsWith("https://n1.")) return "hang";
    return method === "DELETE" ? json(200, { name: "shop" }) : ok;
  });
  await deleteAlias(nodes, "shop", options);
  expect([lines().at(-1), seconds()]).toEqual(["n2 DELETE /aliases/shop", 10]);
});

describe("answers about another object", () => {
  type Row = readonly [id: NodeOperationId, input: object, answer: unknown, other: string | undefined];
  const shop = { path: { name: "shop" } };
  const OTHER = '"other" instead of "shop"';

  test.each<Row>([
    ["deleteAlias", shop, { name: "other", collection_name: "shop" }, OTHER],
    ["deleteAlias", shop, { name: "shop", collection_name: "other" }, undefined],
    ["deleteAlias", shop, {}, undefined],
    ["upsertPreset", shop, { name: "other" }, OTHER],
    ["getSynonymSet", shop, { name: "other" }, OTHER],
    ["deleteAnalyticsRule", shop, { name: "other" }, OTHER],
    ["deleteStopwordsSet", shop, { id: "other" }, OTHER],
    ["upsertStopwordsSet", shop, { id: "shop", name: "other" }, undefined],
    ["deleteCollection", shop, { name: "other" }, OTHER],
    ["getAlias", { path: { name: "caf\u00e9" } }, { name: "cafe\u0301" }, undefined],
    ["deleteKey", { path: { id: "7" } }, { id: 8 }, '"8" instead of "7"'],
    ["deleteKey", { path: { id: "7" } }, { id: 7 }, undefined],
    ["createCollection", { body: { name: "shop" } }, { name: "other" }, OTHER],
    // A collection behind an alias, the parts of a collection, and documents, which may have any name.
    ["getCollection", shop, { name: "other" }, undefined],
    ["updateCollection", shop, { name: "other" }, undefined],
    ["getDocument", { path: { name: "shop", id: "1" } }, { id: "2", name: "other" }, undefined],
    ["searchDocuments", shop, { name: "other" }, undefined],
    ["listKeys", {}, { name: "other" }, undefined],
  ])("%s of %j answered with %j", (id, input, answer, other) => {
    expect(otherObject(id, input, answer)).toBe(other);
  });
});
