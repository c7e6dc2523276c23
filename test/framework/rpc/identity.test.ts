import { type AnyResource, defineResourceSchema, REPLACE, STATE_ONLY, t } from "../../../src/framework";
import { identitySchemaBytes } from "../../../src/framework/rpc/identitySchemas";
import { encodeType, type ResourceIdentityData } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { decodeValue } from "../../../src/wire/msgpack/codec";
import { providerOf, thingOf } from "../../support/call";
import { bytes, codecOf, GARBAGE, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;
const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  owner: { ...text, mode: "optional", updatedBy: REPLACE },
  hosts: { type: t.list(t.string), description, mode: "optional", updatedBy: STATE_ONLY },
  note: { ...text, mode: "optional", updatedBy: STATE_ONLY },
});

/** The notes that the service has, by id. */
const notes = new Map<string, string>();
let fails = false;

const thing: AnyResource = thingOf()({
  schema,
  updates: {},
  create: async (call, planned) => {
    call.saveState({ ...planned, id: "t-1" });
    if (fails) throw new Error("half done");
    return { ...planned, id: "t-1" };
  },
  read: async (_, { id, note }) => ({ note: notes.get(id ?? "") ?? note }),
  import: async (_, id) => {
    const [owner = null, own = null] = id.split("/");
    return { owner, id: own };
  },
  identity: {
    version: 2,
    attributes: {
      owner: { ...text, isOptional: true },
      hosts: { type: t.list(t.string), description, isOptional: true },
      id: text,
    },
    of: ({ owner, hosts, id }) => (id === null ? null : { owner, hosts, id }),
    importId: ({ owner, id }) => `${owner ?? "nobody"}/${id}`,
    addedValues: ({ hosts }) => ({ hosts: hosts as string[] | null }),
    upgrade: (version, { name }) => ({ id: `${name}@${version}` }),
  },
});

const { ask } = rpcOf(providerOf(thing));
const typeName = "test_thing";
const { encode, decode } = codecOf(schema);
const cty = ["object", { owner: "string", hosts: ["list", "string"], id: "string" }] as const;
const sent = (values: ValueRecord): ResourceIdentityData => ({
  identityData: bytes(cty as never, record({ owner: null, hosts: null, ...values })),
});
const seen = (data: ResourceIdentityData | undefined) =>
  data?.identityData && { ...(decodeValue(cty as never, data.identityData.msgpack) as ValueRecord) };

beforeEach(() => {
  notes.clear();
  fails = false;
});

const state: ValueRecord = { id: "t-1", owner: "a", note: "n" };
const its = { owner: "a", hosts: null, id: "t-1" };

test("the schemas name what an import must have, and may have", async () => {
  const identitySchemas = {
    test_thing: {
      version: 2,
      identityAttributes: [
        { name: "owner", optionalForImport: true, requiredForImport: false, type: encodeType("string") },
        { name: "hosts", optionalForImport: true, type: encodeType(["list", "string"]) },
        { name: "id", optionalForImport: false, requiredForImport: true, description },
      ],
    },
  };
  expect(await ask("getResourceIdentitySchemas")).toMatchObject({ identitySchemas, diagnostics: [] });
  const { identity: _, ...nameless } = thing;
  expect(identitySchemaBytes(providerOf(nameless))).toHaveLength(0);
});

test("the bytes of a schema are golden", () => {
  const bare = { ...thing, identity: { attributes: { id: text }, of: () => null, importId: () => "" } };
  expect(Buffer.from(identitySchemaBytes(providerOf(bare))).toString("latin1")).toBe(
    '\n,\n\ntest_thing\x12\x1e\x12\x1c\n\x02id\x12\x08"string"\x18\x01*\nSomething.',
  );
});

describe("a read", () => {
  const read = (current?: ResourceIdentityData) =>
    ask("readResource", { typeName, currentState: encode(state), currentIdentity: current });

  test("fills in the identity that an older Terraform did not store", async () => {
    expect(seen((await read()).newIdentity)).toEqual(its);
  });

  test("of an unchanged instance returns the bytes of its identity", async () => {
    const current = { identityData: GARBAGE };
    expect((await read(current)).newIdentity).toBe(current);
  });

  test("that changes other values keeps the identity", async () => {
    notes.set("t-1", "edited");
    const { newState, newIdentity } = await read({ identityData: GARBAGE });
    expect([decode(newState)?.note, seen(newIdentity)]).toEqual(["edited", its]);
  });
});

describe("a plan", () => {
  const plan = async (config: ValueRecord | null, prior: ValueRecord | null, own?: ResourceIdentityData) => {
    const answer = await ask("planResourceChange", {
      typeName,
      config: encode(config),
      priorState: encode(prior),
      proposedNewState: encode(config && { ...(prior && { id: prior.id ?? null }), ...config }),
      priorIdentity: own,
    });
    expect(answer.diagnostics).toEqual([]);
    return answer.plannedIdentity;
  };

  test("of a create and of a replacement has none", async () => {
    expect(await plan({ owner: "a" }, null)).toBeUndefined();
    expect(await plan({ owner: "b", note: "n" }, state, sent(its))).toBeUndefined();
  });

  test("without changes returns the bytes that it got", async () => {
    const own = sent(its);
    expect(await plan({ owner: "a", note: "n" }, state, own)).toBe(own);
  });

  test("of an edit has the planned values, and the prior ones where they are unknown", async () => {
    const hosts = ["https://b"];
    expect(seen(await plan({ owner: "a", note: "n", hosts }, state, sent(its)))).toEqual({ ...its, hosts });
    const before = { ...state, hosts };
    const edited: ValueRecord = { owner: "a", note: "n", hosts: UNKNOWN };
    expect(seen(await plan(edited, before, sent(its)))).toEqual({ ...its, hosts });
  });

  test("of a destroy keeps it", async () => {
    const own = sent(its);
    expect(await plan(null, state, own)).toBe(own);
  });
});

describe("an apply", () => {
  const apply = async (prior: ValueRecord | null, planned: ValueRecord | null) => {
    const config = encode(planned && { ...planned, id: null });
    const plannedState = encode(planned);
    return ask("applyResourceChange", { typeName, priorState: encode(prior), plannedState, config });
  };

  test("of a create has the identity, also if it fails after the object exists", async () => {
    expect(seen((await apply(null, { id: UNKNOWN, owner: "a" })).newIdentity)).toEqual(its);
    fails = true;
    const { newIdentity, diagnostics } = await apply(null, { id: UNKNOWN, owner: "a" });
    expect([seen(newIdentity), diagnostics.length]).toEqual([its, 1]);
  });

  test("of a destroy has none", async () => {
    expect((await apply(state, null)).newIdentity).toBeUndefined();
  });
});

describe("an import", () => {
  test("by identity is the import by id, with further values; both have the identity", async () => {
    const imports = [{ id: "a/t-1" }, { id: "", identity: sent({ ...its, hosts: ["https://b"] }) }];
    const [byId, byIdentity] = await Promise.all(
      imports.map(async (request) => {
        const { importedResources, diagnostics } = await ask("importResourceState", { typeName, ...request });
        expect(diagnostics).toEqual([]);
        return importedResources[0];
      }),
    );
    expect(decode(byId?.state)).toMatchObject({ id: "t-1", owner: "a", hosts: null });
    expect(seen(byId?.identity)).toEqual(its);
    expect(decode(byIdentity?.state)).toMatchObject({ id: "t-1", owner: "a", hosts: ["https://b"] });
    expect(seen(byIdentity?.identity)).toEqual({ ...its, hosts: ["https://b"] });
  });

  test.each([
    ["without a required attribute", sent({ owner: "a", id: null }), "Set id in the identity"],
    ["with an empty one", sent({ owner: "a", id: "" }), "Set id in the identity"],
    ["with an unknown value", sent({ owner: UNKNOWN, id: "t-1" }), "without known values"],
    ["with decomposed letters", sent({ id: "e\u0301" }), "decomposed Unicode"],
    ["without data", { identityData: undefined }, "without known values"],
  ])("by an identity %s is refused", async (_, identity, words) => {
    const answer = await ask("importResourceState", { typeName, id: "", identity });
    expect(answer.importedResources).toEqual([]);
    expect(answer.diagnostics).toMatchObject([{ detail: expect.stringContaining(words) }]);
  });

  test("of a type without identity is refused", async () => {
    const { identity: _, ...nameless } = thing;
    const request = { typeName, id: "", identity: sent(its) };
    const { diagnostics } = await rpcOf(providerOf(nameless)).ask("importResourceState", request);
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('Import it by its "id"') }]);
  });
});

describe("a stored identity", () => {
  const upgrade = (version: number, json: string) =>
    ask("upgradeResourceIdentity", {
      typeName,
      version,
      rawIdentity: { json: new TextEncoder().encode(json), flatmap: {} },
    });

  test("of an older version is upgraded", async () => {
    const { upgradedIdentity, diagnostics } = await upgrade(1, '{"name":"x"}');
    expect([diagnostics, seen(upgradedIdentity)]).toEqual([[], { owner: null, hosts: null, id: "x@1" }]);
    expect(seen((await upgrade(2, '{"owner":"a","id":"t-1"}')).upgradedIdentity)).toEqual(its);
  });

  test.each([
    ["of a newer version", 3, "{}", "Identity of another version"],
    ["that is not an object", 2, "[1]", "Identity that cannot be read"],
    ["with another type", 2, '{"id":{}}', "Identity that cannot be read"],
  ])("%s is refused", async (_, version, json, words) => {
    const { upgradedIdentity, diagnostics } = await upgrade(version, json);
    expect(upgradedIdentity).toBeUndefined();
    expect(diagnostics).toMatchObject([{ summary: expect.stringContaining(words) }]);
  });
});
