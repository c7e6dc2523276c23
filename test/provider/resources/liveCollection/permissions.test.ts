import { UNKNOWN } from "../../../../src/framework";
import { keyNamesOf, warnOfVersionsKey } from "../../../../src/provider/resources/liveCollection/permissions";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { liveState, liveValues } from "./kit";

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
  on.emulator.createCollectionOutside("c-1", {
    name: "catalog_1a2b3c4d",
    fields: [{ name: "title", type: "string" }],
  });
});
afterAll(() => on.close());

const keyFor = (collections: readonly string[]) =>
  on.emulator.createNodeKeyOutside("c-1", {
    value: `key-of-${collections.join("-")}`,
    description: "provider",
    actions: ["*"],
    collections: [...collections],
  });

/** Returns the warnings of a plan. */
async function warnings(collections: readonly string[], plans: object = {}): Promise<string[]> {
  keyFor(collections);
  const found: string[] = [];
  await warnOfVersionsKey({
    service: on.service,
    signal: new AbortController().signal,
    warn: (summary: string, detail: string) => found.push(`${summary}\n${detail}`),
    prior: null,
    planned: { ...liveValues({ api_key: `key-of-${collections.join("-")}` }), ...plans },
  } as never);
  return found;
}

test("a key that is limited to the alias is warned of, with the names that it needs", async () => {
  const [only, ...others] = await warnings(["catalog"]);
  expect(others).toEqual([]);
  expect(only).toMatch(
    /^The key opens live collection "catalog" of cluster c-1, but not its versions\n.*with the collections "catalog", "catalog_\.\*", and the actions aliases:\*, collections:\*, documents:\*/,
  );
});

test.each([[["catalog", "catalog_.*"]], [["*"]], [["catalog.*"]]])(
  "a key for %s opens both",
  async (names) => {
    expect(await warnings(names)).toEqual([]);
  },
);

test("nothing is asked if the plan makes no version, and nothing is said of a key that opens neither", async () => {
  expect(await warnings(["books"])).toEqual([]);
  const state = liveState();
  on.emulator.clearJournal();
  keyFor(["catalog_x"]);
  await warnOfVersionsKey({ service: on.service, prior: state, planned: state } as never);
  expect(on.emulator.journal().filter(({ operation }) => operation === "getCollection")).toEqual([]);
  expect(await warnings(["catalog", "x"], { name: UNKNOWN })).toEqual([]);
});

test("the second name is a regular expression of the alias", () => {
  expect(keyNamesOf("shop.v1")).toEqual(["shop.v1", "shop\\.v1_.*"]);
});
