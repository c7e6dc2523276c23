import { decodePrivate } from "../../../src/framework/rpc/values";
import { wholeProvider } from "../../../src/provider/whole";
import { codecOf, rpcOf } from "../../support/rpc";
import { FOREIGN_STATES, type ForeignState, MOVED_KEY } from "./states";

/** Moves from the states of the community providers, in a process that is not configured. */
const provider = wholeProvider();
const NODE = "https://n1.example:8108";

async function moved(state: ForeignState, to: string | undefined = "kq3v9x2m7c1d", given: object = {}) {
  const { ask, lines } = rpcOf(provider, { env: { SEARCHCLOUD_MOVE_TO: to } });
  const { targetState, targetPrivate, targetIdentity, diagnostics } = await ask("moveResourceState", {
    sourceProviderAddress: state.provider,
    sourceTypeName: state.type,
    sourceSchemaVersion: state.version,
    sourceState: { json: Buffer.from(JSON.stringify(state.values)), flatmap: {} },
    sourcePrivate: Buffer.from("theirs"),
    targetTypeName: `searchcloud_${state.target}`,
    ...given,
  });
  const { schema } = provider.resources.find(({ name }) => name === state.target) ?? {};
  if (!schema) throw new Error(state.target);
  const said = JSON.stringify([diagnostics, lines]);
  const values = codecOf(schema).decode(targetState);
  return { values, private: decodePrivate(targetPrivate), targetIdentity, diagnostics, said };
}

const named = FOREIGN_STATES.map((state) => [`${state.type} of ${state.provider}`, state] as const);
const onNodes = named.filter(([, { target }]) => !["cluster", "configuration_change"].includes(target));

test("there is a state for every type and provider in the table, apart from second addresses", () => {
  const known = FOREIGN_STATES.map(({ provider, type, target }) => `${provider} ${type} ${target}`);
  const second = ["alangmartini", "omarkhd", "terraform"];
  const rows = provider.resources.flatMap(({ name, moves = [] }) =>
    moves.flatMap((move) =>
      second.includes(move.provider.split("/")[0] ?? "")
        ? []
        : [`registry.terraform.io/${move.provider} ${move.type} ${name}`],
    ),
  );
  expect(known.sort()).toEqual(rows.sort());
});

test.each(onNodes)("%s becomes an object of a cluster", async (_, state) => {
  const { values, diagnostics, private: stored, targetIdentity, said } = await moved(state);
  const isKey = state.target === "key";
  expect(diagnostics).toEqual([]);
  expect(values).toMatchObject({
    id: `kq3v9x2m7c1d/${state.child}`,
    cluster_id: "kq3v9x2m7c1d",
    node_urls: null,
    ...(isKey ? { value: MOVED_KEY } : { name: state.child }),
  });
  expect(stored).toMatchObject({ importing: true });
  expect(targetIdentity).toBeDefined();
  for (const secret of [MOVED_KEY, "vendor-key"]) expect(said).not.toContain(secret);
  expect(JSON.stringify(values)).not.toContain("vendor-key");
});

test.each(onNodes)("%s becomes an object of nodes given by URL", async (_, state) => {
  const { values } = await moved(state, `${NODE}, https://n2.example`);
  expect(values).toMatchObject({
    id: `${NODE}/${state.child}`,
    cluster_id: null,
    node_urls: [NODE, "https://n2.example"],
  });
});

test("a cluster and its changes need no address; keys in the state of a cluster are named, not shown", async () => {
  for (const [, state] of named) {
    if (!["cluster", "configuration_change"].includes(state.target)) continue;
    const { values, diagnostics, private: stored, said } = await moved(state, "");
    const [cluster, change] = state.child.split("/");
    expect(values).toMatchObject(change ? { id: change, cluster_id: cluster } : { id: cluster });
    expect(stored).toMatchObject(change ? { importing: true } : { imported: true });
    const hasKeys = state.values.admin_api_key !== undefined;
    expect(diagnostics.map(({ summary }) => summary)).toEqual(
      hasKeys ? ["The keys of cluster shop1 are not moved"] : [],
    );
    expect(said).not.toContain("admin-key-of");
  }
});

const [books] = FOREIGN_STATES as readonly [ForeignState];

test.each([
  ["no address", "", {}, "does not say which server has it"],
  ["credentials in the address", "https://me:hunter2@n1.example", {}, "holds credentials"],
  ["an address without TLS", "http://n1.example", {}, "would not protect the key"],
  ["another version", undefined, { sourceSchemaVersion: 1 }, "Unable to move resource state"],
  ["another type", undefined, { sourceTypeName: "typesense_synonym" }, "Unable to move resource state"],
])("with %s, nothing is moved", async (_, to, given, words) => {
  const { values, diagnostics, said } = await moved(books, to, given);
  expect(values).toBeNull();
  expect(diagnostics).toMatchObject([{ summary: expect.stringContaining(words) }]);
  expect(said).not.toContain("hunter2");
});

test("a state without a name is an error", async () => {
  const { diagnostics } = await moved({ ...books, values: { name: null } });
  expect(diagnostics).toMatchObject([{ summary: expect.stringContaining("names no object") }]);
});

test.each(["7/8", "..", "abc", "-1", "7.5", 7.5, true, {}])("the number of a key is not %j", async (id) => {
  const key = FOREIGN_STATES.find(({ target }) => target === "key") ?? books;
  const { values, diagnostics, said } = await moved({ ...key, values: { ...key.values, id } });
  expect(values).toBeNull();
  expect(diagnostics).toMatchObject([{ summary: expect.stringContaining("names no object") }]);
  expect(said).not.toContain(MOVED_KEY);
});
