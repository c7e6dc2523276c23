import { GONE } from "../../../../src/framework";
import { observedKey } from "../../../../src/provider/resources/key/model";
import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount();
});
afterAll(() => on.close());

let now = Date.now();
const resource = key(() => now);
const values = (given: Partial<KeyValues> = {}): KeyValues => ({
  id: null,
  cluster_id: "c-1",
  node_urls: null,
  api_key: null,
  description: "storefront",
  actions: ["documents:search", "documents:get"],
  collections: ["products"],
  expires_at: "2100-01-01T01:00:00+01:00",
  autodelete: null,
  value: null,
  value_prefix: null,
  value_wo: null,
  value_wo_version: null,
  bootstrap: null,
  timeouts: null,
  ...given,
});
const created = async (given: Partial<KeyValues> = {}) => {
  const planned = values(given);
  return {
    ...planned,
    ...((await resource.create(callOf(on.service) as never, planned as never)) as KeyValues),
  };
};
const read = async (state: KeyValues, call = callOf(on.service)) =>
  (await resource.read(call as never, state as never)) as Partial<KeyValues>;

test("a create returns the value once, and logs it nowhere", async () => {
  const call = callOf(on.service);
  const made = (await resource.create(call as never, values() as never)) as KeyValues;
  expect(made.value).toMatch(/^\S{20,}$/);
  expect(made).toEqual({
    id: expect.stringMatching(/^c-1\/\d+$/),
    value: made.value,
    value_prefix: made.value?.slice(0, 4),
  });
  expect(call.known).toEqual(made);
  expect(JSON.stringify(on.lines)).not.toContain(made.value);
  const seen = await read({ ...values(), ...made });
  // expires_at keeps the notation of the configuration.
  expect(seen).toEqual({
    description: "storefront",
    actions: ["documents:get", "documents:search"],
    collections: ["products"],
    expires_at: values().expires_at,
    autodelete: null,
    value_prefix: made.value_prefix,
  });
});

test.each(["400", "accepted"])(
  "without description and expires_at, both stay null, whatever the server answers (%s)",
  async (answer) => {
    on.emulator.setAssumptions({ key_without_description: answer });
    const state = await created({ description: null, expires_at: null });
    expect(await read(state)).toMatchObject({ description: null, expires_at: null });
  },
);

test("refreshes share one list; a revoked key leaves the state; a second revocation succeeds", async () => {
  const states = [await created(), await created({ description: "other" })];
  on.emulator.clearJournal();
  await Promise.all(states.map((state) => read(state)));
  const reads = on.emulator.journal().map(({ operation }) => operation);
  expect(reads.filter((operation) => /Keys?$/.test(operation ?? ""))).toEqual(["listKeys"]);

  const [first] = states;
  for (let times = 0; times < 2; times += 1)
    await resource.delete(callOf(on.service) as never, first as never);
  await expect(resource.read(callOf(on.service) as never, first as never)).resolves.toBe(GONE);
});

test("an import has everything except the value, and warns of that", async () => {
  const state = await created();
  const call = callOf(on.service);
  const first = (await resource.import?.(call as never, state.id ?? "")) as KeyValues;
  expect(Object.keys(first).sort()).toEqual(["cluster_id", "id", "node_urls"]);
  const seen = await read({ ...values({ description: null, expires_at: null }), ...first }, call);
  expect(seen).toMatchObject({ description: "storefront", expires_at: "2100-01-01T00:00:00Z" });
  expect(call.warnings.map(({ summary }) => summary)).toEqual([
    `The value of key "storefront" (${state.id}) is not known`,
  ]);
});

test("an expired key brings a warning at each refresh, and none is created", async () => {
  const state = await created();
  now = Date.UTC(2101, 0, 1);
  const call = callOf(on.service);
  await read(state, call);
  expect(call.warned[0]).toMatch(/^Key "storefront" \(c-1\/\d+\) has expired: .*2100-01-01T01:00:00\+01:00/);
  on.wrote();
  await expect(created()).rejects.toMatchObject({ summary: "The key would have expired already" });
  expect(on.wrote()).toEqual([]);
});

test("a chosen value is sent, in no log, and belongs to one key: another one with it is refused, also after an interrupted apply", async () => {
  const value = "chosen-by-the-user-0123456789";
  const state = await created({ value, autodelete: true, expires_at: null });
  expect([state.value, state.value_prefix]).toEqual([value, "chos"]);
  expect(await read(state)).toMatchObject({ autodelete: true, value_prefix: "chos" });
  expect(JSON.stringify(on.lines)).not.toContain(value);
  on.wrote();
  await expect(created({ value, expires_at: null })).rejects.toMatchObject({
    kind: "refused",
    summary: expect.stringMatching(/: a key with this value exists$/),
    detail: expect.stringMatching(/\(by how it begins: \d+\)\. Choose another value/),
  });
  expect(on.wrote()).toEqual(["createKey"]);
});

test("a key with a chosen value is found after a lost answer, and exists once", async () => {
  const value = "another-chosen-value-0123456789";
  on.emulator.addFault({
    match: { operation: "createKey" },
    effect: { kind: "reset", when: "after" },
    times: 1,
  } as never);
  const state = await created({ value, expires_at: null });
  expect(state.value).toBe(value);
  const listed = on.emulator.state().node_keys.filter(({ value_prefix }) => value_prefix === "anot");
  expect(listed.map(({ id }) => `c-1/${id}`)).toEqual([state.id]);
});

test("a server that does not show autodelete leaves the state unchanged", () => {
  const shown = {
    id: "7",
    description: "",
    actions: [],
    collections: [],
    expires_at: null,
    value_prefix: null,
  };
  const seen = (autodelete: boolean | null) =>
    observedKey({ ...shown, autodelete: null }, null, values({ autodelete })).autodelete;
  expect([true, false, null].map(seen)).toEqual([true, false, null]);
});
