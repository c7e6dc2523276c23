import type { Nodes, NodesClient } from "../../../../src/dataPlane";
import { UNKNOWN } from "../../../../src/framework";
import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import { HINT_PATIENCE_MS } from "../../../../src/provider/shared/preflight/hint";
import { clientOf, nodesClientOf, type Service, serviceOf } from "../../../../src/provider/shared/service";
import { type Emulated, emulated } from "../../emulated";
import { callOf, NOW, planOf } from "../../kit";

/** Warnings of a plan about keys that an interrupted apply may have left (docs/design/laws.md#l1). */
const resource = key(() => NOW);
let on: Emulated;
beforeEach(async () => {
  on = await emulated();
});
afterEach(() => on.close());

const values = (given: Partial<KeyValues> = {}): KeyValues => ({
  id: null,
  cluster_id: "shop1",
  node_urls: null,
  api_key: on.key,
  description: "storefront",
  actions: ["documents:search"],
  collections: ["products"],
  expires_at: null,
  autodelete: null,
  value: null,
  value_prefix: null,
  value_wo: null,
  value_wo_version: null,
  bootstrap: null,
  timeouts: null,
  ...given,
});
/** Creates a key; a test that ignores the result imitates a killed process. */
async function created(service: Service, given: Partial<KeyValues> = {}): Promise<KeyValues> {
  const planned = values(given);
  const made = await resource.create(callOf(service) as never, planned as never);
  return { ...planned, ...(made as Partial<KeyValues>) };
}
const planned = async (service: Service, given: Partial<KeyValues> = {}) =>
  (await planOf<KeyValues>(resource, { config: values(given), service })).warnings;
const lists = () => on.requests().filter((operation) => operation === "listKeys").length;

test("the next plan names the key, how its value begins, the command that revokes it and the block that imports it", async () => {
  const { id, value, value_prefix: prefix } = await created(on.service);
  const [warning, ...others] = await planned(await on.configured());
  const number = id?.split("/")[1];
  expect(others).toEqual([]);
  expect(warning?.summary).toBe(`Cluster shop1 already has a key like this: ${number} (${prefix}…)`);
  const node = on.emulator.state().clusters[0]?.hostnames?.nodes[0] ?? "";
  const url = `${on.emulator.nodeUrl.replace("{hostname}", node)}/keys/${number}`;
  expect(warning?.detail).toContain(
    `curl -X DELETE -H "x-search-api-key: $SEARCHCLOUD_DATA_API_KEY" -H "x-typesense-api-key: $SEARCHCLOUD_DATA_API_KEY" "${url}"`,
  );
  expect(warning?.detail).toContain(`id = "shop1/${number}"`);
  expect(JSON.stringify(warning)).not.toContain(value);
});

test("a key with other permissions, with another prefix, or of this run is not a leftover", async () => {
  await created(on.service);
  const body = { description: "storefront", actions: ["documents:search"], collections: ["products"] };
  on.emulator.createNodeKeyOutside("shop1", { ...body, value: "!by-hand" });
  expect(await planned(on.service)).toEqual([]);
  const next = await on.configured();
  expect(await planned(next, { description: "other" })).toEqual([]);
  expect(await planned(next, { expires_at: "2100-01-01T00:00:00Z" })).toEqual([]);
  expect(await planned(next)).toHaveLength(1);
});

test("a key of the state is not a leftover, whether it is read at the same time or planned without a refresh", async () => {
  const [one, two] = [await created(on.service), await created(on.service)];
  const refreshed = await on.configured();
  const [said] = await Promise.all([
    planned(refreshed),
    ...[one, two].map((state) => resource.read(callOf(refreshed) as never, state as never)),
  ]);
  expect(said).toEqual([]);

  const unrefreshed = await on.configured();
  for (const prior of [one, two])
    await planOf<KeyValues>(resource, { config: values(), prior, service: unrefreshed });
  expect(await planned(unrefreshed)).toEqual([]);
});

test("several leftovers are one warning; the keys of the same nodes share one list; the create repeats no warning", async () => {
  const made = [];
  for (let count = 0; count < 7; count += 1) made.push(await created(on.service));
  const next = await on.configured();
  on.requests();
  const [[warning], others] = [await planned(next), await planned(next, { description: "other" })];
  expect([lists(), others]).toEqual([1, []]);
  expect(warning?.summary).toMatch(/keys like this: (\d+ \(\w{4}…\)(, )?){5} and 2 more$/);

  const call = callOf<KeyValues>(next);
  await resource.create(call as never, values() as never);
  expect(call.warned).toEqual([]);
  const blind = callOf<KeyValues>(await on.configured());
  await resource.create(blind as never, values() as never);
  expect(blind.warned).toHaveLength(1);
});

test("an id that is not safe is not put into a command", async () => {
  const { value_prefix: prefix } = await created(on.service);
  on.emulator.addFault({
    match: { operation: "listKeys" },
    effect: {
      kind: "answer",
      status: 200,
      json: {
        keys: ['1"; rm -rf ~; "', "$(reboot)", "a/b", "../x", "4711"].map((id) => ({
          ...{ id, description: "storefront", actions: ["documents:search"], collections: ["products"] },
          value_prefix: id === "a/b" ? `${prefix}\u001b[2J` : prefix,
        })),
      },
    },
  });
  const said = await planned(await on.configured());
  expect(said.map(({ summary }) => summary)).toEqual([
    `Cluster shop1 already has a key like this: 4711 (${prefix}…)`,
  ]);
});

test.each<[what: string, hide: () => unknown, given: () => object]>([
  ["the cluster is unknown", () => undefined, () => ({ cluster_id: UNKNOWN })],
  ["the key is unknown", () => undefined, () => ({ api_key: UNKNOWN })],
  ["its permissions are unknown", () => undefined, () => ({ collections: UNKNOWN })],
  ["the key may not list", () => undefined, () => ({ api_key: "no-such-key" })],
  ["there is no key", () => undefined, () => ({ api_key: null })],
  [
    "no node answers",
    () => on.emulator.takeNodeDown(on.emulator.state().clusters[0]?.hostnames?.nodes[0] ?? ""),
    () => ({}),
  ],
  [
    "a response is not valid",
    () =>
      on.emulator.addFault({
        match: { operation: "listKeys", times: 0 },
        effect: { kind: "damage", as: "truncated" },
      }),
    () => ({}),
  ],
])("there is no warning, and no plan fails, if %s", async (_, hide, given) => {
  await created(on.service);
  hide();
  expect(await planned(await on.configured(), given())).toEqual([]);
});

test("a management API that does not answer fails no plan", async () => {
  await created(on.service);
  on.emulator.addFault({ match: { method: "GET", times: 0 }, effect: { kind: "hold" } });
  const made = await on.configured();
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  const service = serviceOf({ ...made, client: { ...clientOf(made), clock } });
  expect(await planned(service)).toEqual([]);
  expect(slept).toEqual([HINT_PATIENCE_MS]);
  on.emulator.clearFaults();
  on.emulator.releaseHolds();
});

test("a list that never arrives delays one plan by some seconds, and the next ones not at all", async () => {
  await created(on.service);
  on.emulator.addFault({ match: { operation: "listKeys", times: 0 }, effect: { kind: "hold" } });
  const [made, slept] = [await on.configured(), [] as number[]];
  const nodes = await nodesClientOf(made);
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  const targets = new Map<string, Nodes>();
  const at: NodesClient["at"] = (target) => {
    const found = targets.get(target.apiKey) ?? { ...nodes.at(target), clock };
    targets.set(target.apiKey, found);
    return found;
  };
  const service = serviceOf({ ...made, client: clientOf(made), nodes: async () => ({ ...nodes, at }) });
  expect(await planned(service)).toEqual([]);
  expect(await planned(service, { description: "other" })).toEqual([]);
  expect(slept).toEqual([HINT_PATIENCE_MS]);
  on.emulator.clearFaults();
  on.emulator.releaseHolds();
});
