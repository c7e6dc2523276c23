import { handlers } from "../../../src/framework/rpc/handlers";
import { ProviderDefinition, Severity } from "../../../src/wire";
import { stage } from "./thing";

const { ask, session } = stage();

test("every RPC that terraform calls without being invited is answered", () => {
  const answered = Object.keys(handlers(session));
  const rest = Object.keys(ProviderDefinition.methods).filter((name) => !answered.includes(name));
  expect(rest.sort()).toEqual([
    "configureStateStore",
    "deleteState",
    "generateResourceConfig",
    "getStates",
    "invokeAction",
    "listResource",
    "planAction",
    "validateActionConfig",
    "validateListResourceConfig",
    "validateStateStoreConfig",
  ]);
});

test.each([
  "validateEphemeralResourceConfig",
  "openEphemeralResource",
  "renewEphemeralResource",
  "closeEphemeralResource",
] as const)("%s: there is none", async (name) => {
  const { diagnostics } = await ask(name, { typeName: "null_secret" });
  expect(diagnostics).toMatchObject([
    { severity: Severity.ERROR, detail: 'This provider has no ephemeral resource "null_secret".' },
  ]);
});

test("no type takes over the state of another, and the message says what to do instead", async () => {
  const { targetState, diagnostics } = await ask("moveResourceState", {
    sourceProviderAddress: "example.internal/a/b",
    sourceTypeName: "b_thing",
    targetTypeName: "null_thing",
  });
  expect(targetState).toBeUndefined();
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.detail).toMatch(
    /^null_thing cannot take over the state of b_thing from example.internal\/a\/b\. .*"import" block/,
  );
});

test("no type has an identity", async () => {
  expect(await ask("getResourceIdentitySchemas")).toEqual({ identitySchemas: {}, diagnostics: [] });
  const { diagnostics } = await ask("upgradeResourceIdentity", { typeName: "null_thing" });
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, summary: "No resource identity" }]);
});

test("a stop is answered without an error", async () => {
  const running = session.signal(new AbortController().signal);
  expect(await ask("stopProvider")).toEqual({ error: "" });
  expect(running.aborted).toBe(true);
});
