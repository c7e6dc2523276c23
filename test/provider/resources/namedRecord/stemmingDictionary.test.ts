import { GONE } from "../../../../src/framework";
import { namedRecord } from "../../../../src/provider/resources/namedRecord/resource";
import { stemmingDictionary } from "../../../../src/provider/resources/namedRecord/stemmingDictionary";
import { callOf, planOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

const resource = namedRecord(stemmingDictionary);
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

type Values = Record<string, unknown>;
const config = (words: object): Values => ({
  ...{ id: null, cluster_id: "c-1", node_urls: null, api_key: null, name: "it" },
  words,
});
const state = (words: object): Values => ({ ...config(words), id: "c-1/it" });
const call = () => callOf(on.service);
const put = (words: Readonly<Record<string, string>>) =>
  on.emulator.putNamedOutside("c-1", "stemming_dictionaries", "it", {
    words: Object.entries(words).map(([word, root]) => ({ word, root })),
  });
const edit = (before: object, after: object) =>
  resource.updates.write?.apply(
    call() as never,
    { prior: state(before), planned: state(after), changed: ["words"] } as never,
  );
const seen = () => resource.read(call() as never, state({}) as never);
const planned = (before: object, after: object) =>
  planOf<Values>(resource, { prior: state(before), config: state(after), service: on.service });

const PEOPLE = { people: "person" };
const BOTH = { people: "person", mice: "mouse" };

test.each([
  ["more words", PEOPLE, BOTH, ["importStemmingDictionary"]],
  ["fewer words", BOTH, PEOPLE, ["deleteStemmingDictionary", "importStemmingDictionary"]],
  ["another root", PEOPLE, { people: "folk" }, ["deleteStemmingDictionary", "importStemmingDictionary"]],
])("an edit to %s is what the server has afterwards", async (_, before, after, requests) => {
  put(before);
  await edit(before, after);
  expect(on.wrote()).toEqual(requests);
  expect(await seen()).toEqual({ words: after });
});

test("an edit counts words that somebody else has added since, and a missing dictionary is imported", async () => {
  put({ ...PEOPLE, theirs: "their" });
  await edit(PEOPLE, BOTH);
  expect(await seen()).toEqual({ words: BOTH });
  on.emulator.deleteNamedOutside("c-1", "stemming_dictionaries", "it");
  on.wrote();
  await edit(BOTH, PEOPLE);
  expect([on.wrote(), await seen()]).toEqual([["importStemmingDictionary"], { words: PEOPLE }]);
});

test("an edit that ends between delete and import leaves no dictionary, which the next refresh shows", async () => {
  put(PEOPLE);
  on.emulator.addFault({
    match: { operation: "importStemmingDictionary", times: 0 },
    effect: { kind: "status", status: 400, message: "no" },
  });
  await expect(edit(PEOPLE, { people: "folk" })).rejects.toMatchObject({
    summary: 'Could not import words into stemming dictionary "it": the node answered 400 (no)',
  });
  expect(await seen()).toBe(GONE);
});

test("a plan warns of documents that keep their roots, and of the gap if words are lost", async () => {
  const documents = 'Stemming dictionary "it": documents keep their roots until they are indexed again';
  const more = await planned(PEOPLE, BOTH);
  const other = await planned(PEOPLE, { people: "folk" });
  expect([more.summaries, other.summaries]).toEqual([[documents], [documents]]);
  expect([more, other].map(({ warnings }) => /deleted and imported/.test(warnings[0]?.detail ?? ""))).toEqual(
    [false, true],
  );
  expect((await planned(PEOPLE, PEOPLE)).summaries).toEqual([]);
});

test("a plan warns of words that are never found, and of a dictionary that a restart would cut", async () => {
  const plan = (words: object) => planOf<Values>(resource, { config: config(words), service: on.service });
  expect((await plan({ People: "person", "two words": "word", über: "oben" })).summaries).toEqual([
    'Stemming dictionary "it" has words that are never found: "People", "two words"',
  ]);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`word${place}`, "r"]));
  expect((await plan(many(5_000))).summaries).toEqual([]);
  expect((await plan(many(6_500))).summaries).toEqual([
    'Stemming dictionary "it" is too large to survive a restart of its servers',
  ]);
});

test("a destroy says what it ends", async () => {
  put(PEOPLE);
  const { summaries } = await planOf<Values>(resource, { prior: state(PEOPLE), service: on.service });
  expect(summaries).toEqual(['Stemming dictionary "it" of cluster c-1 ends']);
});

describe("on a server of version 28, which cannot delete one", () => {
  beforeEach(() => on.emulator.patchCluster("c-1", { search_server_version: "28.0" }));

  test("it is created; an edit is refused, and a destroy leaves it and says so", async () => {
    await resource.create(call() as never, config(PEOPLE) as never);
    expect(on.wrote()).toEqual(["importStemmingDictionary"]);
    const refusal = {
      summary: "Edits of a stemming dictionary need server version 29 or later",
      detail: expect.stringContaining("create a dictionary with another name"),
    };
    await expect(planned(PEOPLE, BOTH)).rejects.toMatchObject(refusal);
    await expect(edit(PEOPLE, BOTH)).rejects.toMatchObject(refusal);

    const stays = 'Stemming dictionary "it" of cluster c-1 stays at the server';
    const { summaries } = await planOf<Values>(resource, { prior: state(PEOPLE), service: on.service });
    expect(summaries).toEqual([stays]);
    const deleting = call();
    await resource.delete(deleting as never, state(PEOPLE) as never);
    expect(deleting.warnings).toMatchObject([{ summary: stays }]);
    expect(on.wrote()).toEqual([]);
    expect(await seen()).toEqual({ words: PEOPLE });
  });

  test("a destroy that may not read the version leaves it, too", async () => {
    put(PEOPLE);
    on.emulator.addFault({
      match: { operation: "getDebug", times: 0 },
      effect: { kind: "status", status: 401, message: "no" },
    });
    const deleting = call();
    await resource.delete(deleting as never, state(PEOPLE) as never);
    expect(deleting.warnings).toMatchObject([
      { summary: 'Stemming dictionary "it" of cluster c-1 stays at the server' },
    ]);
  });
});
