import { define, TerraformError, t } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { UNKNOWN, type Value } from "../../../src/wire/cty/value";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const seen: unknown[] = [];
const provider = define<string>().provider({
  name: "test",
  description,
  schema: {
    key: { type: t.string, mode: "optional", description },
    list: { type: t.list(t.string), mode: "optional", description },
  },
  configure: async ({ key, list }, { terraformVersion, warn, log }) => {
    seen.push([key, list, terraformVersion]);
    if (key === "wrong") throw new TerraformError("Wrong key", "Use another.", ["key"]);
    if (key === null) warn("No key", "Reading works without.");
    log.debug("configured");
    return "service";
  },
  resources: [],
  dataSources: [],
  functions: [],
});
const codec = codecOf(provider.schema);

async function configure(config: Record<string, Value>) {
  const { ask, session, lines } = rpcOf(provider);
  const { diagnostics } = await ask("configureProvider", {
    terraformVersion: "1.11.4",
    config: codec.encode(config),
  });
  return { diagnostics, service: session.service, lines, said: seen.splice(0) };
}

test("makes the service of the session", async () => {
  const { service, said, lines, diagnostics } = await configure({ key: "k" });
  expect(service).toBe("service");
  expect(said).toEqual([["k", null, "1.11.4"]]);
  expect(lines).toMatchObject([{ level: "debug", message: "configured" }]);
  expect(diagnostics).toEqual([]);
});

test("what is unknown in any part is unknown as a whole", async () => {
  expect((await configure({ key: UNKNOWN, list: ["a", UNKNOWN] })).said).toEqual([
    [UNKNOWN, UNKNOWN, "1.11.4"],
  ]);
});

test("may warn, and may fail with the argument that is wrong", async () => {
  expect((await configure({})).diagnostics).toMatchObject([
    { severity: Severity.WARNING, summary: "No key" },
  ]);
  const { diagnostics, service } = await configure({ key: "wrong" });
  expect(diagnostics).toEqual([
    {
      severity: Severity.ERROR,
      summary: "Wrong key",
      detail: "Use another.",
      attribute: { steps: [{ attributeName: "key" }] },
    },
  ]);
  expect(service).toBeUndefined();
});

test("no configuration at all is an error", async () => {
  const { diagnostics } = await rpcOf(provider).ask("configureProvider");
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, summary: "No provider configuration" }]);
});
