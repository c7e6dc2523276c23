import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import type { NodePrivateState } from "../../../../src/provider/shared/dataPlane";
import { type Service, serviceOf } from "../../../../src/provider/shared/service";
import { callOf, NOW, planOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { OTHER_SECRET, SECRET, secretKey } from "./kit";

/** A bootstrap key is created without another key to the nodes, and leaves no issued one (docs/design/data-plane.md#bootstrap). */
const resource = key(() => NOW);
let on: NodesAccount;
/** The service of a run that has no key to the nodes. */
let keyless: Service;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1" }] }, { assumptions: { issued_keys_listed: "no" } });
  on.emulator.setAssumptions({ issued_keys_listed: "yes" });
  keyless = run();
});
afterEach(() => on.close());

/** Returns the service of another run, which remembers nothing. @param dataApiKey the key of the provider */
function run(dataApiKey?: string): Service {
  const { client, nodes, nodeUrl } = on.service;
  const origin = "data_api_key of the provider";
  return serviceOf({
    ...{ client, nodes, nodeUrl },
    ...(dataApiKey !== undefined && { dataApiKey: { value: dataApiKey, origin } }),
  } as never);
}
/** Creates a key, and returns its values and the warnings. */
async function create(given: Partial<KeyValues> = {}, value = SECRET, service = keyless) {
  const planned = secretKey(given);
  const call = callOf<KeyValues, NodePrivateState>(service, undefined, { ...planned, value_wo: value });
  const made = (await resource.create(call as never, planned as never)) as Partial<KeyValues>;
  return { state: { ...planned, ...made }, made, warned: call.warned, known: call.known };
}
async function remove(state: KeyValues, service: Service) {
  const call = callOf<KeyValues, NodePrivateState>(service);
  await resource.delete(call as never, state as never);
  return call.warned;
}
async function read(state: KeyValues, service: Service) {
  const call = callOf<KeyValues, NodePrivateState>(service);
  return { seen: await resource.read(call as never, state as never), warned: call.warned };
}
/** Describes the keys that the nodes list. */
const listed = () =>
  on.emulator
    .state()
    .node_keys.filter(({ id }) => Number(id) >= 0)
    .map(({ description, value_prefix }) => `${description} ${value_prefix}`);
const ADMIN = `admin ${SECRET.slice(0, 4)}`;

test("a pair is issued for one request and revoked: the caller's key is the only one, and its value is in no state and no log", async () => {
  const { made, state, warned, known } = await create();
  expect(made).toEqual({
    id: expect.stringMatching(/^c-1\/\d+$/),
    value: null,
    value_prefix: SECRET.slice(0, 4),
  });
  expect(known).toEqual(made);
  expect([listed(), warned]).toEqual([[ADMIN], []]);
  expect(on.wrote()).toEqual(["issueClusterApiKeys", "createKey", "deleteKey", "deleteKey"]);
  expect(JSON.stringify([state, on.lines])).not.toContain(SECRET);
  expect((await read(state, run(SECRET))).seen).toMatchObject({ value_prefix: SECRET.slice(0, 4) });
});

test("the next run of an apply that was killed takes the key over: nothing is issued, and the pair it left is named", async () => {
  const { state } = await create();
  const body = { collections: ["*"] };
  on.emulator.createNodeKeyOutside("c-1", {
    ...body,
    description: "Admin key",
    actions: ["*"],
    value: "left-over-admin",
  });
  on.emulator.createNodeKeyOutside("c-1", {
    ...body,
    description: "",
    actions: ["documents:search"],
    value: "left-over-search",
  });
  on.wrote();
  const again = await create({}, SECRET, run());
  expect([again.made.id, on.wrote()]).toEqual([state.id, []]);
  const [taken, pair, ...others] = again.warned;
  expect(others).toEqual([]);
  expect(taken).toMatch(/^Key "admin" \(c-1\/\d+\) existed already, and is in the state now: /);
  expect(pair).toMatch(/keys that look like issued pairs: \d+ \(left…\), \d+ \(left…\): .*curl -X DELETE /s);
});

test("a key that may not list the keys is taken over, too: the server rejects the second one with its value", async () => {
  const limited = { actions: ["documents:*"] };
  const { state } = await create(limited);
  on.wrote();
  const again = await create(limited, SECRET, run());
  expect([again.made.id, again.warned.length, listed()]).toEqual([state.id, 1, [ADMIN]]);
  expect(on.wrote()).toEqual(["issueClusterApiKeys", "createKey", "deleteKey", "deleteKey"]);
});

test.each<[what: string, given: Partial<KeyValues>, service: (first: Service) => Service]>([
  ["allows something else", { actions: ["documents:*"] }, () => run()],
  ["belongs to another instance", {}, (first) => first],
])(
  "a key with the value that %s is not taken over, and the issued pair is revoked",
  async (_, given, service) => {
    await create();
    await expect(create(given, SECRET, service(keyless))).rejects.toMatchObject({
      summary: 'Could not create key "admin" of cluster c-1: a key with the value of value_wo exists',
      path: ["value_wo"],
    });
    expect(listed()).toEqual([ADMIN]);
  },
);

test("of two keys that begin like the value, none is taken over", async () => {
  await create();
  on.emulator.createNodeKeyOutside("c-1", {
    description: "",
    actions: ["keys:get"],
    collections: ["*"],
    value: `${SECRET}-2`,
  });
  await expect(create({}, SECRET, run())).rejects.toMatchObject({
    detail: expect.stringMatching(/may be: \d+, \d+\./),
  });
});

test("a key that this run has taken over is not revoked as its own predecessor", async () => {
  const { state } = await create();
  const later = run(SECRET);
  await create({ value_wo_version: 2 }, SECRET, later);
  expect(await remove(state, later)).toEqual([
    expect.stringMatching(/^Key "admin" \(c-1\/\d+\) was not revoked: /),
  ]);
  expect(listed()).toEqual([ADMIN]);
});

test("where the nodes do not list issued keys, the pair is named, with its time and its beginnings", async () => {
  on.emulator.setAssumptions({ issued_keys_listed: "no" });
  const { warned } = await create();
  expect(warned).toEqual([
    expect.stringMatching(
      /^The pair of keys issued for key "admin" of cluster c-1 may still be valid: \w{4}…, \w{4}…: .*issued it at 20\S+Z: .*do not list it/,
    ),
  ]);
  expect(listed()).toEqual([ADMIN]);
});

test("keys that look like the pair, but are not, are neither revoked nor counted: they are named", async () => {
  on.emulator.createNodeKeyOutside("c-1", {
    description: "Admin key",
    actions: ["*"],
    collections: ["*"],
    value: "of-an-earlier-pair",
  });
  const { warned } = await create();
  expect(warned).toEqual([expect.stringMatching(/look like issued pairs: \d+ \(of-a…\)/)]);
  expect(listed()).toEqual(["Admin key of-a", ADMIN]);
});

test("two keys at once name no pair of each other as left over", async () => {
  const made = await Promise.all([create(), create({ description: "second" }, OTHER_SECRET)]);
  expect(made.map(({ warned }) => warned)).toEqual([[], []]);
  expect(listed().toSorted()).toEqual([ADMIN, `second ${OTHER_SECRET.slice(0, 4)}`]);
});

describe("an answer with a pair that is in use revokes nothing", () => {
  const PAIR = { admin_key: OTHER_SECRET, search_only_key: "search-only-of-somebody" };
  const IN_USE = [OTHER_SECRET, PAIR.search_only_key].map((value) => `in use ${value.slice(0, 4)}`);
  const lying = (dataApiKey?: string) =>
    ({ ...run(dataApiKey), client: { ...on.service.client, issueApiKeys: async () => PAIR } }) as never;
  beforeEach(() => {
    for (const [action, value] of [
      ["*", PAIR.admin_key],
      ["documents:search", PAIR.search_only_key],
    ] as const)
      on.emulator.createNodeKeyOutside("c-1", {
        ...{ description: "in use", actions: [action], collections: ["*"], value },
      });
  });

  test("by the provider", async () => {
    const { warned } = await create({}, SECRET, lying(OTHER_SECRET));
    expect(warned).toEqual([expect.stringMatching(/is not new: .* a key that data_api_key has already/)]);
    expect(listed()).toEqual([...IN_USE, ADMIN]);
  });

  test("as the value of the resource, which no node accepts at first", async () => {
    const effect = { kind: "status", status: 401, message: "Forbidden" } as const;
    on.emulator.addFault({ match: { operation: "listKeys", times: 2 }, effect });
    await expect(create({}, OTHER_SECRET, lying())).rejects.toMatchObject({ path: ["value_wo"] });
    expect(listed()).toEqual(IN_USE);
  });
});

test("a server that chooses the value itself keeps no key whose value nobody knows", async () => {
  on.emulator.setAssumptions({ chosen_key_value: "ignored" });
  await expect(create()).rejects.toMatchObject({
    detail: expect.stringMatching(/That key was revoked\. .* searchcloud_api_keys/),
  });
  expect(listed()).toEqual([]);
});

describe("value instead of value_wo", () => {
  const planValue = async (value: string) => {
    const { state } = await create();
    const config = { ...state, id: null, value_prefix: null, value_wo_version: null, bootstrap: null, value };
    const { replace } = await planOf<KeyValues>(resource, {
      ...{ config: config as never, prior: state },
      service: run(SECRET),
    });
    return replace;
  };

  test("stores the same value", async () => {
    expect(await planValue(SECRET)).toEqual([]);
  });

  test("replaces the key for a value that only begins like it", async () => {
    expect(await planValue(`${SECRET.slice(0, 4)}-another-value`)).toEqual(["value"]);
  });
});

test("with one of three nodes that lags, the pair is revoked, and the next run finds the key", async () => {
  on.emulator.seed({ clusters: [{ id: "c-2", high_availability: "yes" }] });
  const [, behind] = on.emulator.state().clusters;
  on.emulator.lagNode(behind?.hostnames?.nodes[0] ?? "", {});
  const { made } = await create({ cluster_id: "c-2" });
  expect(listed()).toEqual([ADMIN]);
  on.wrote();
  const again = await create({ cluster_id: "c-2" }, SECRET, run());
  expect([again.made.id, on.wrote()]).toEqual([made.id, []]);
});

test("a create that fails leaves no pair, and no state", async () => {
  on.emulator.addFault({
    match: { operation: "createKey" },
    effect: { kind: "status", status: 422, message: "OUT_OF_DISK" },
  });
  await expect(create()).rejects.toMatchObject({ detail: expect.stringContaining("OUT_OF_DISK") });
  expect(listed()).toEqual([]);
});

test("a pair that cannot be revoked is a warning: the key is in the state", async () => {
  on.emulator.addFault({
    match: { operation: "deleteKey", times: 0 },
    effect: { kind: "status", status: 422, message: "No" },
  });
  const { made, warned } = await create();
  expect(made.id).toMatch(/^c-1\/\d+$/);
  expect(warned).toEqual([expect.stringMatching(/may still be valid: .*could not be revoked: /)]);
});

test("a value that turns out to be missing or weak is an error before anything is sent", async () => {
  await expect(create({}, null as never)).rejects.toMatchObject({ summary: "bootstrap without value_wo" });
  await expect(create({}, "short")).rejects.toMatchObject({
    detail: expect.stringMatching(/at least 32 characters/),
  });
  expect(on.wrote()).toEqual([]);
});

describe("a refresh whose key opens nothing", () => {
  test.each([
    ["no key", undefined, "The provider has no key"],
    ["another key", OTHER_SECRET, "reject data_api_key"],
  ])("(%s) leaves the state as it is, with one warning", async (_, dataApiKey, why) => {
    const { state } = await create();
    const { seen, warned } = await read(state, run(dataApiKey));
    expect([seen, warned]).toEqual([{}, [expect.stringContaining(why)]]);
  });

  test("says that the key has expired, if it has", async () => {
    const { state } = await create();
    const { warned } = await read({ ...state, expires_at: "2026-11-01T00:00:00Z" }, run(OTHER_SECRET));
    expect(warned).toEqual([
      expect.stringContaining("could not be read"),
      expect.stringContaining("has expired"),
    ]);
  });

  test("is an error for a key without bootstrap", async () => {
    const { state } = await create();
    await expect(read({ ...state, bootstrap: null }, run(OTHER_SECRET))).rejects.toMatchObject({
      kind: "auth",
    });
  });
});

describe("a destroy", () => {
  test("revokes the key with itself", async () => {
    const { state } = await create();
    on.wrote();
    expect([await remove(state, run(SECRET)), listed(), on.wrote()]).toEqual([[], [], ["deleteKey"]]);
  });

  test("whose answer is lost counts as done: the key opens nothing any more", async () => {
    const { state } = await create();
    on.emulator.addFault({ match: { operation: "deleteKey" }, effect: { kind: "reset", when: "after" } });
    expect([await remove(state, run(SECRET)), listed()]).toEqual([[], []]);
  });

  test("with the key of its successor, or again after it was interrupted, has a pair issued, and leaves none", async () => {
    const { state } = await create();
    expect([await remove(state, run(OTHER_SECRET)), listed()]).toEqual([[], []]);
    expect([await remove(state, run(SECRET)), listed()]).toEqual([[], []]);
  });

  test("of a key without bootstrap with the key of its successor says which order works", async () => {
    const { state } = await create();
    const error = { detail: expect.stringMatching(/create_before_destroy = true .*or deploy twice/) };
    await expect(remove({ ...state, bootstrap: null }, run(OTHER_SECRET))).rejects.toMatchObject(error);
    expect(listed()).toEqual([ADMIN]);
  });
});
