import {
  checks,
  define,
  defineResourceSchema,
  defineSchema,
  STATE_ONLY,
  TerraformError,
  t,
} from "../../../src/framework";
import { Diagnostics } from "../../../src/framework/diagnostics";
import { handlersOf } from "../../../src/framework/rpc/handlers";
import { ProviderDefinition, Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { providerOf, thingOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";

describe("RPCs that every provider answers", () => {
  const { ask, session } = rpcOf(providerOf());

  test("every RPC that Terraform calls by itself is answered", async () => {
    const answered = Object.keys(handlersOf(session));
    const rest = Object.keys(ProviderDefinition.methods).filter((name) => !answered.includes(name));
    expect(rest.sort()).toEqual([
      "configureStateStore",
      "deleteState",
      "getStates",
      "validateStateStoreConfig",
    ]);
    expect(await ask("stopProvider")).toEqual({ error: "" });
    expect(await ask("getResourceIdentitySchemas")).toEqual({ identitySchemas: {}, diagnostics: [] });
  });

  test("an error of a call shows no secret and does not control the terminal", async () => {
    const moreTypes = () => Promise.reject(new Error("\u001b[2Jno types with s3cret-key-0123"));
    const { ask, session } = rpcOf({ ...providerOf(), moreTypes });
    session.environment.secrets.add("s3cret-key-0123", "the key");
    await expect(ask("getProviderSchema")).rejects.toThrow(/^\\u001b\[2Jno types with \(the key\)$/);
  });

  const noSecret = 'No ephemeral resource "null_secret"';

  test.each([
    ["validateEphemeralResourceConfig", noSecret],
    ["openEphemeralResource", noSecret],
    ["renewEphemeralResource", noSecret],
    ["closeEphemeralResource", noSecret],
    ["upgradeResourceIdentity", 'No resource "null_secret"'],
  ] as const)("%s is refused", async (name, summary) => {
    const diagnostics = [{ severity: Severity.ERROR, summary }];
    expect(await ask(name, { typeName: "null_secret" })).toMatchObject({ diagnostics });
  });
});

describe("reading a data source", () => {
  const description = "Something.";
  const schema = defineSchema({
    name: { type: t.string, mode: "optional", description },
    filter: { block: "list", description, fields: { by: { type: t.string, mode: "required", description } } },
    ids: { type: t.list(t.string), mode: "computed", description },
    first: { type: t.string, mode: "optional_computed", description },
  });
  const things = define<undefined>().dataSource({
    name: "things",
    description,
    schema,
    read: async ({ warn }, { name, filter }) => {
      if (name === "fail") throw new Error("no answer");
      warn("Old", "Very old.");
      return { name: name?.toUpperCase() ?? null, ids: filter.map(({ by }) => by), first: "observed" };
    },
  });
  const { ask } = rpcOf({ ...providerOf(), dataSources: [things] });
  const { encode, decode } = codecOf(schema);

  async function read(config: ValueRecord) {
    const answer = await ask("readDataSource", { typeName: "test_things", config: encode(config) });
    return { ...answer, state: decode(answer.state) };
  }

  test("configured values stay as written, and the others are read", async () => {
    const filter = [record({ by: "x" }), record({ by: "y" })];
    const { state, diagnostics } = await read({ name: "a", filter });
    expect(state).toEqual(record({ name: "a", filter, ids: ["x", "y"], first: "observed" }));
    expect(diagnostics).toMatchObject([{ severity: Severity.WARNING, summary: "Old" }]);
    expect((await read({ first: "mine" })).state).toMatchObject({ first: "mine", ids: [] });
  });

  test("a failure has no state", async () => {
    const summary = "Unexpected failure while reading data source test_things";
    const diagnostics = [{ severity: Severity.ERROR, summary }];
    expect(await read({ name: "fail" })).toMatchObject({ state: null, diagnostics });
  });
});

describe("a configuration", () => {
  const description = "Something.";
  const optional = { mode: "optional", description, updatedBy: STATE_ONLY } as const;
  const schema = defineResourceSchema({
    size: { ...optional, type: t.number, validators: [checks.between(1, 9)] },
    list: { ...optional, type: t.list(t.string) },
  });
  const typed = {
    schema,
    validators: [
      {
        reads: ["size"],
        check: ({ size }: { size: number | null }) =>
          size === 2 ? { path: ["size"], summary: "Not two", detail: "Any other." } : undefined,
      },
    ],
  } as const;
  const seen: unknown[] = [];
  const { dataSource, provider } = define<string>();
  const { ask, session, lines } = rpcOf(
    provider({
      ...providerOf(thingOf()({ ...typed, updates: {} })),
      ...typed,
      configure: async ({ size, list }, { terraformVersion, warn, log }) => {
        seen.push([size, list, terraformVersion]);
        if (size === 9) throw new TerraformError("Wrong size", "Use another.", ["size"]);
        if (size === null) warn("No size", "Reading works without.");
        log.debug("configured");
        return `service of size ${String(size)}`;
      },
      dataSources: [dataSource({ ...typed, name: "thing", description, read: async () => ({}) })],
    }),
  );
  const { encode } = codecOf(schema);
  const attribute = { steps: [{ attributeName: "size" }] };

  test.each(["validateProviderConfig", "validateResourceConfig", "validateDataResourceConfig"] as const)(
    "%s finds a wrong value with its path, then what validators refuse, and nothing else",
    async (rpc) => {
      const validate = async (values: ValueRecord | null) =>
        (await ask(rpc, { typeName: "test_thing", config: encode(values) })).diagnostics;
      const summary = "Invalid value for size";
      expect(await validate({ size: 10 })).toMatchObject([{ severity: Severity.ERROR, summary, attribute }]);
      expect(await validate({ size: 2 })).toMatchObject([{ summary: "Not two" }]);
      expect(await validate({ size: UNKNOWN })).toEqual([]);
      expect(await validate(null)).toEqual([]);
    },
  );

  test.each(["validateResourceConfig", "validateDataResourceConfig"] as const)(
    "%s of a type that does not exist",
    async (rpc) => {
      const { diagnostics } = await ask(rpc, { typeName: "test_other", config: encode({}) });
      expect(diagnostics).toMatchObject([{ detail: "This provider has test_thing." }]);
    },
  );

  describe("configureProvider", () => {
    async function configure(values: ValueRecord | null) {
      const request = { terraformVersion: "1.11.4", config: encode(values) };
      const { diagnostics } = await ask("configureProvider", request);
      const { service } = session.call({
        context: new AbortController(),
        diagnostics: new Diagnostics(),
      });
      return { diagnostics, service, seen: seen.splice(0) };
    }

    test("fails with the path of the wrong argument, and without any configuration", async () => {
      const failed = await configure({ size: 9 });
      const error = { severity: Severity.ERROR, summary: "Wrong size", attribute };
      expect(failed).toMatchObject({ diagnostics: [error], service: undefined });
      expect((await configure(null)).diagnostics).toMatchObject([{ summary: "No provider configuration" }]);
    });

    test("creates the service of the session, and can log and warn", async () => {
      const { diagnostics, ...rest } = await configure({});
      expect(rest).toEqual({ service: "service of size null", seen: [[null, null, "1.11.4"]] });
      expect(diagnostics).toMatchObject([{ severity: Severity.WARNING, summary: "No size" }]);
      expect(lines).toMatchObject([{ level: "debug", message: "configured" }]);
    });

    test("shows a partly unknown value as unknown", async () => {
      const { seen } = await configure({ size: UNKNOWN, list: ["a", UNKNOWN] });
      expect(seen).toEqual([[UNKNOWN, UNKNOWN, "1.11.4"]]);
    });
  });
});
