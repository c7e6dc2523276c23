import fc from "fast-check";
import { type Fields, isBlock } from "../../src/framework/schema";
import { wholeProvider } from "../../src/provider/whole";
import { mapRecord, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { decodeValue, encodeValue } from "../../src/wire/msgpack/codec";
import { codecOf, rpcOf } from "../support/rpc";
import { record } from "../support/values";
import { type Emulated, emulated } from "./emulated";

const { resources } = wholeProvider();
const types = resources.flatMap((resource) => {
  const { identity } = resource;
  return identity ? [{ ...resource, identity }] : [];
});
const NODE = "https://n1.example:8108";
const name = fc.stringMatching(/^[a-z][a-z0-9/_.-]{0,12}$/);
const owner = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{3,8}$/).map((cluster_id) => ({ cluster_id, node_urls: null })),
  fc
    .uniqueArray(fc.constantFrom(NODE, "https://n2.example/base", "http://127.0.0.1:8108"), { minLength: 1 })
    .map((node_urls) => ({ cluster_id: null, node_urls })),
);

/** Values whose strings are all given, for whatever a refresh may change. */
function valuesOf(fields: Fields, text: string, known: object): ValueRecord {
  const values = mapRecord(fields as unknown as ValueRecord, (_, key): Value => {
    const field = fields[key];
    return field && !isBlock(field) && field.type.cty === "string" ? text : null;
  });
  return Object.assign(values, known);
}

test("every type has an identity, except documents, which nothing distinguishes", () => {
  const none = resources.filter(({ identity }) => !identity).map((one) => one.name);
  expect(none).toEqual(["documents"]);
});

describe.each(types)("$name", ({ schema, identity, ...resource }) => {
  const isOnNodes = "node_urls" in schema;
  const child = resource.name === "key" ? fc.nat().map(String) : name;
  const known = fc
    .tuple(isOnNodes ? owner : fc.constant({ cluster_id: "c-1" }), child)
    .map(([where, own]) => {
      const first = "node_urls" in where ? (where.cluster_id ?? where.node_urls?.[0]) : "c-1";
      return { ...where, name: own, id: resource.name === "key" ? `${first}/${own}` : own };
    });

  test("has an identity that no other value changes", () => {
    fc.assert(
      fc.property(known, fc.string(), fc.string(), (values, a, b) => {
        const [one, other] = [a, b].map((text) => identity.of(valuesOf(schema, text, values)));
        expect(one).toEqual(other);
        expect(Object.keys(identity.attributes)).toEqual(expect.arrayContaining(Object.keys(one ?? {})));
      }),
    );
  });

  test("has none before it has an id or a name", () => {
    expect(
      identity.of(valuesOf(schema, "", { id: null, name: null, cluster_id: null, node_urls: null })),
    ).toBeNull();
  });
});

describe("an import", () => {
  let account: Emulated;
  const rpc = rpcOf(wholeProvider());
  const nodeTypes = types.filter(({ schema }) => "node_urls" in schema);

  beforeAll(async () => {
    account = await emulated();
    rpc.session.configured(account.service);
  });
  afterAll(() => account.close());

  const importing = async (type: (typeof types)[number], given: { id: string } | { identity: object }) => {
    const cty = [
      "object",
      mapRecord(
        type.identity.attributes as never,
        (one: never) => (one as { type: { cty: Value } }).type.cty,
      ),
    ];
    const nothing: ValueRecord = mapRecord(type.identity.attributes as never, () => null);
    const identity =
      "identity" in given
        ? {
            identityData: {
              msgpack: encodeValue(cty as never, record({ ...nothing, ...given.identity })),
              json: new Uint8Array(),
            },
          }
        : undefined;
    const id = "id" in given ? given.id : "";
    const typeName = `searchcloud_${type.name}`;
    const { importedResources, diagnostics } = await rpc.ask("importResourceState", {
      typeName,
      id,
      identity,
    });
    const [only] = importedResources;
    const data = only?.identity?.identityData;
    return {
      diagnostics,
      state: codecOf(type.schema).decode(only?.state),
      private: only && Buffer.from(only.private).toString(),
      identity: data ? decodeValue(cty as never, data.msgpack) : undefined,
    };
  };

  test.each(nodeTypes)("of a $name by identity is the one by id", async (type) => {
    const own = type.name === "key" ? "key_id" : "name";
    await fc.assert(
      fc.asyncProperty(owner, fc.nat().map(String), async (where, child) => {
        const [first] = where.node_urls ?? [where.cluster_id];
        const whole = await importing(type, { identity: { ...where, [own]: child } });
        expect(whole).toMatchObject({ diagnostics: [], identity: { ...where, [own]: child } });
        const byId = await importing(type, { id: `${first}/${child}` });
        const { node_urls: _, ...state } = whole.state ?? {};
        expect(byId.state).toMatchObject(state);
        expect(byId.private).toBe(whole.private);
        if (where.cluster_id !== null || where.node_urls.length === 1) expect(whole).toEqual(byId);
      }),
      { numRuns: 20 },
    );
  });

  test("of an object on nodes keeps the slashes of its name", async () => {
    const [type] = nodeTypes.filter((one) => one.name === "collection");
    if (!type) throw new Error("no collections");
    const { state } = await importing(type, { identity: { node_urls: [NODE], name: "a/b" } });
    expect(state).toMatchObject({ name: "a/b", node_urls: [NODE], id: `${NODE}/a/b` });
  });

  test.each([
    [{ name: "a" }, /No cluster_id and no node_urls/],
    [{ name: "a", cluster_id: "", node_urls: [] }, /No cluster_id and no node_urls/],
    [{ name: "a", cluster_id: "c-1", node_urls: [NODE] }, /Both cluster_id and node_urls/],
    [{ name: "a", node_urls: ["https://me:hunter2@n1.example"] }, /Invalid identity/],
    [{ name: "a", node_urls: ["http://n1.example"] }, /Invalid identity/],
    [{ name: "a", cluster_id: "https://n1.example" }, /Invalid identity/],
    [{ name: "a", cluster_id: "shop1/b" }, /Invalid identity/],
  ])("by %j is refused", async (identity, words) => {
    const [type] = nodeTypes.filter((one) => one.name === "collection");
    if (!type) throw new Error("no collections");
    const { diagnostics } = await importing(type, { identity });
    expect(diagnostics).toMatchObject([{ summary: expect.stringMatching(words) }]);
    expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
  });

  test.each([
    ["configuration_change", { cluster_id: "shop1/ch-1", id: "x" }],
    ["server_parameter", { cluster_id: "shop1/max", name: "per-page" }],
  ])("of a %s by %j is refused: its id would name another object", async (name, identity) => {
    const type = types.find((one) => one.name === name);
    if (!type) throw new Error(name);
    const { diagnostics } = await importing(type, { identity });
    expect(diagnostics).toMatchObject([{ summary: "Invalid identity" }]);
  });

  test("of a cluster and of its children by identity is the one by id", async () => {
    const { client } = account.service;
    const { signal } = new AbortController();
    await client?.createParameter(
      "shop1",
      { parameter_name: "max-per-page", parameter_value: "9" },
      { signal },
    );
    const given: [string, string, object][] = [
      ["cluster", "shop1", { id: "shop1" }],
      ["configuration_change", "shop1/ch-1", { cluster_id: "shop1", id: "ch-1" }],
      ["cloning_operation", "shop1/cl-1", { cluster_id: "shop1", id: "cl-1" }],
      ["server_parameter", "shop1/max-per-page", { cluster_id: "shop1", name: "max-per-page" }],
    ];
    for (const [one, id, identity] of given) {
      const type = types.find(({ name }) => name === one);
      if (!type) throw new Error(one);
      const byIdentity = await importing(type, { identity });
      expect(byIdentity).toMatchObject({ diagnostics: [], identity });
      expect(byIdentity).toEqual(await importing(type, { id }));
    }
  });

  test("of what cannot be imported says why", async () => {
    for (const one of ["api_keys", "upgrade_rehearsal"]) {
      const type = types.find(({ name }) => name === one);
      if (!type) throw new Error(one);
      const { diagnostics } = await importing(type, { identity: { cluster_id: "c-1", id: "1" } });
      expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(type.notImported ?? "-") }]);
    }
  });
});
