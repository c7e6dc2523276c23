import { GONE } from "../../../../src/framework";
import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import type { NodePrivateState } from "../../../../src/provider/shared/dataPlane";
import { callOf, NOW } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

/** An id does not identify a key: a server that is set up again gives it to another one (docs/design/data-plane.md#key). */
const resource = key(() => NOW);
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", high_availability: "yes" }] });
});
afterEach(() => on.close());

const ALLOWED = { description: "storefront", actions: ["documents:search"], collections: ["products"] };
const VALUES: KeyValues = {
  ...{
    id: null,
    cluster_id: "c-1",
    node_urls: null,
    api_key: null,
    expires_at: null,
    autodelete: null,
    value: null,
    value_prefix: null,
    value_wo: null,
    value_wo_version: null,
    bootstrap: null,
    timeouts: null,
  },
  ...ALLOWED,
};
async function created(): Promise<KeyValues> {
  // Number 0 is the admin's once the servers are set up again.
  on.emulator.createNodeKeyOutside("c-1", { description: "", actions: ["debug:list"], collections: ["*"] });
  const made = await resource.create(callOf(on.service) as never, VALUES as never);
  on.wrote();
  return { ...VALUES, ...(made as Partial<KeyValues>) };
}
const numberOf = ({ id }: KeyValues) => id?.split("/")[1] ?? "";

/** Sets the servers up again; another team's key has the former id and the same permissions. */
function rebuild(state: KeyValues, theirs: object = ALLOWED): void {
  const { value } = on.service.dataApiKey as { readonly value: string };
  on.emulator.rebuildOutside("c-1");
  on.emulator.createNodeKeyOutside("c-1", { value, actions: ["*"], collections: ["*"] });
  for (let id = 0; id !== Number(numberOf(state)); )
    id = on.emulator.createNodeKeyOutside("c-1", { ...theirs, value: `!theirs-${id}` });
}
async function read(state: KeyValues, stored?: NodePrivateState) {
  const call = callOf<KeyValues, NodePrivateState>(on.service, stored);
  const seen = (await resource.read(call as never, state as never)) as Partial<KeyValues>;
  return { seen, warned: call.warned };
}
async function remove(state: KeyValues, stored?: NodePrivateState) {
  const call = callOf<KeyValues, NodePrivateState>(on.service, stored);
  await resource.delete(call as never, state as never);
  return { warned: call.warned, wrote: on.wrote() };
}

describe("another team's key has the id", () => {
  test("a refresh reports that ours is missing, with both prefixes; a delete sends nothing, with a warning", async () => {
    const state = await created();
    rebuild(state);
    const { seen, warned } = await read(state);
    expect(seen).toBe(GONE);
    expect(warned).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Key "storefront" \\(c-1/\\d\\) is gone: .*begins with !the, the one in the state with ${state.value_prefix}\\b`,
        ),
      ),
    ]);
    expect(await remove(state)).toEqual({
      warned: [expect.stringContaining("Nothing was revoked.")],
      wrote: [],
    });
    expect(`${JSON.stringify(on.lines)}${warned}`).not.toContain(state.value);
  });

  test("an older version has refreshed the prefix of that key into the state: the value takes precedence", async () => {
    const state = { ...(await created()), value_prefix: "!the" };
    rebuild(state);
    expect((await read(state)).seen).toBe(GONE);
    expect((await remove(state)).wrote).toEqual([]);
  });

  test("an imported key is identified by its former prefix", async () => {
    const state = { ...(await created()), value: null };
    rebuild(state);
    expect((await read(state)).seen).toBe(GONE);
    expect((await remove(state)).wrote).toEqual([]);
  });

  test("at different nodes, it proves nothing: an error, and nothing is sent", async () => {
    const state = await created();
    rebuild(state);
    const before = { nodes: ["https://before.example"], host: new URL(on.emulator.baseUrl).host };
    const elsewhere = { summary: expect.stringMatching(/^Key "storefront" \(c-1\/\d\) is not at/) };
    await expect(read(state, before)).rejects.toMatchObject(elsewhere);
    await expect(remove(state, before)).rejects.toMatchObject(elsewhere);
    expect(on.wrote()).toEqual([]);
  });
});

describe("a state with neither the value nor its prefix", () => {
  test("the same permissions: the key is ours, and revoked", async () => {
    const state = { ...(await created()), value: null, value_prefix: null };
    const { seen } = await read(state);
    expect(seen).toMatchObject({ value_prefix: expect.stringMatching(/^\w{4}$/) });
    expect((await remove(state)).wrote).toEqual(["deleteKey"]);
  });

  test("other permissions: the identity is unknown, and nothing is changed", async () => {
    const state = { ...(await created()), value: null, value_prefix: null };
    rebuild(state, { ...ALLOWED, actions: ["*"] });
    const unsure = {
      summary: expect.stringMatching(/^Key "storefront" \(c-1\/\d\) may be a different key now/),
    };
    await expect(read(state)).rejects.toMatchObject(unsure);
    await expect(remove(state)).rejects.toMatchObject(unsure);
    expect(on.wrote()).toEqual([]);
  });
});

test("one node of three is that of another server by mistake: the key stays, and nothing is revoked", async () => {
  const state = await created();
  const nodes = on.emulator.state().clusters[0]?.hostnames?.nodes ?? [];
  const other = { ...ALLOWED, id: Number(numberOf(state)), value_prefix: "!the" };
  for (const [operation, json] of [
    ["listKeys", { keys: [other] }],
    ["getKey", other],
  ] as const)
    on.emulator.addFault({
      match: { operation, path: `/nodes/${nodes[0]}/**`, times: 0 },
      effect: { kind: "answer", status: 200, json },
    });
  expect((await read(state)).seen).toMatchObject({ value_prefix: state.value_prefix });
  await expect(remove(state)).rejects.toMatchObject({
    summary: expect.stringContaining("may be a different key"),
  });
  expect(on.wrote()).toEqual([]);
});

test("the permissions differ from the state before the key is revoked: plan again", async () => {
  const state = { ...(await created()), actions: ["documents:get"] };
  await expect(remove(state)).rejects.toMatchObject({
    summary: expect.stringContaining("may be a different key"),
  });
  const { seen } = await read(state);
  expect((await remove({ ...state, ...seen })).wrote).toEqual(["deleteKey"]);
});

test("a server that chooses values by itself: the value of its answer is saved", async () => {
  on.emulator.setAssumptions({ chosen_key_value: "ignored" });
  const state = await created();
  const [stored] = on.emulator.state().node_keys.filter(({ description }) => description === "storefront");
  expect(stored?.value_prefix).toBe(state.value_prefix);
  expect(state.value?.slice(0, 4)).toBe(state.value_prefix);
  expect((await remove(state)).wrote).toEqual(["deleteKey"]);
});
