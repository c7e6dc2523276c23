import { copyRules, RulesDifferError } from "../../../src/dataPlane";
import { differenceOf } from "../../../src/dataPlane/versions/rules";
import { settleWorld } from "./settleKit";

const OVERRIDE = { rule: { query: "shoe", match: "exact" }, excludes: [{ id: "1" }] };

/** Two versions on a server that keeps rules in collections; the live one has some. */
async function oldServer() {
  const world = settleWorld({ version: "29.0" });
  const pair = world.createPair();
  const { application, signal } = world;
  const put = (name: string, id: string, synonyms: readonly string[], root?: string) =>
    application.call(
      "upsertSynonym",
      { path: { name, id }, body: { synonyms, ...(root && { root }) } },
      { signal },
    );
  await put(pair.from, "shoes", ["shoe", "boot"]);
  await put(pair.from, "a/b c", ["sofa"], "couch");
  const path = { name: pair.from, id: "hide" };
  await application.call("upsertOverride", { path, body: OVERRIDE }, { signal });
  const rulesOf = async (name: string) => [
    await application.call("listSynonyms", { path: { name } }, { signal }),
    await application.call("listOverrides", { path: { name } }, { signal }),
  ];
  return { world, pair, put, rulesOf, wrote: () => world.lines.filter((line) => !line.startsWith("GET ")) };
}

test("the new version gets all rules, and a second time changes nothing", async () => {
  const { world, pair, rulesOf, wrote } = await oldServer();
  expect(await copyRules(world.context(pair))).toBe(3);
  expect(await rulesOf(pair.to)).toEqual(await rulesOf(pair.from));
  expect(wrote()).toHaveLength(3);
  expect(await copyRules(world.context(pair))).toBe(3);
  expect(wrote()).toHaveLength(3);
});

test("rules that the live version has no more go, as on the way back", async () => {
  const { world, pair, put, rulesOf } = await oldServer();
  await put(pair.to, "old", ["x", "y"]);
  await put(pair.to, "shoes", ["shoe", "sandal"]);
  await copyRules(world.context(pair));
  expect(await rulesOf(pair.to)).toEqual(await rulesOf(pair.from));
});

test("a write whose answer is lost is read before anything is sent again", async () => {
  const { world, pair, rulesOf, wrote } = await oldServer();
  world.service.addFault({
    match: { operation: "upsertSynonym" },
    effect: { kind: "reset", when: "after" },
  });
  await copyRules(world.context(pair));
  expect(await rulesOf(pair.to)).toEqual(await rulesOf(pair.from));
  expect(wrote()).toHaveLength(3);
});

test("rules that somebody keeps changing are an error that names them", async () => {
  const { world, pair, put } = await oldServer();
  let count = 0;
  world.setHook(async (line) => {
    if (!line.startsWith("PUT ")) return;
    count += 1;
    await put(pair.from, "shoes", ["shoe", `boot ${count}`]);
  });
  const failed = copyRules(world.context(pair));
  await expect(failed).rejects.toThrow(RulesDifferError);
  await expect(failed).rejects.toMatchObject({
    summary: `The synonyms of collection "${pair.from}" could not be copied to "${pair.to}"`,
    detail: expect.stringContaining("these still differ: shoes. The alias was not moved."),
  });
});

test("from 30 on, nothing is asked but the version", async () => {
  const world = settleWorld();
  expect(await copyRules(world.context(world.createPair()))).toBe(0);
  expect(world.lines).toEqual(["GET /health", "GET /debug"]);
});

test.each([
  [{}, {}, []],
  [{ a: 1 }, {}, ["a"]],
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: 2 }, ["a"]],
  [{}, { a: 1 }, ["-a"]],
  [{ a: 1, b: 1 }, { b: 2, c: 1 }, ["a", "b", "-c"]],
])("from %j to %j", (wanted, there, expected) => {
  const rules = (of: object) => new Map(Object.entries(of).map(([id, root]) => [id, { root }]));
  const writes = differenceOf(rules(wanted), rules(there));
  expect(writes.map(({ id, rule }) => (rule === null ? `-${id}` : id))).toEqual(expected);
});
