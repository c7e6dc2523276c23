import { define, TerraformError, t } from "../../../src/framework";
import { Diagnostics } from "../../../src/framework/diagnostics";
import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const seen: unknown[] = [];
const provider = define<string>().provider({
  ...providerOf(),
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
});
const { signal } = new AbortController();
const { encode } = codecOf(provider.schema);

async function configure(values: ValueRecord | null) {
  const { ask, session, lines } = rpcOf(provider);
  const request = { terraformVersion: "1.11.4", config: encode(values) };
  const { diagnostics } = await ask("configureProvider", request);
  return {
    diagnostics,
    service: session.call({ signal, diagnostics: new Diagnostics() }).service,
    lines,
    seen: seen.splice(0),
  };
}

test("creates the service of the session", async () => {
  expect(await configure({ key: "k" })).toMatchObject({
    service: "service",
    seen: [["k", null, "1.11.4"]],
    lines: [{ level: "debug", message: "configured" }],
    diagnostics: [],
  });
});

test("a partly unknown value is unknown as a whole", async () => {
  const { seen } = await configure({ key: UNKNOWN, list: ["a", UNKNOWN] });
  expect(seen).toEqual([[UNKNOWN, UNKNOWN, "1.11.4"]]);
});

test("can warn, and can fail with the argument that is wrong", async () => {
  const warned = await configure({});
  expect(warned.diagnostics).toMatchObject([{ severity: Severity.WARNING, summary: "No key" }]);
  const attribute = { steps: [{ attributeName: "key" }] };
  const failed = await configure({ key: "wrong" });
  expect(failed.diagnostics).toMatchObject([{ severity: Severity.ERROR, summary: "Wrong key", attribute }]);
  expect(failed.service).toBeUndefined();
});

test("no configuration at all is an error", async () => {
  const { diagnostics } = await configure(null);
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, summary: "No provider configuration" }]);
});
