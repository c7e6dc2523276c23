import { handlersOf } from "../../../src/framework/rpc/handlers";
import { ProviderDefinition, Severity } from "../../../src/wire";
import { stage } from "./thing";

const { ask, session } = stage();

test("every RPC that Terraform calls of its own accord is answered", () => {
  const answered = Object.keys(handlersOf(session));
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
] as const)("%s: there is no ephemeral resource", async (name) => {
  const detail = 'This provider has no ephemeral resource "null_secret".';
  const diagnostics = [{ severity: Severity.ERROR, detail }];
  expect(await ask(name, { typeName: "null_secret" })).toMatchObject({ diagnostics });
});

test("no type takes over the state of another, and the message says what to do instead", async () => {
  const sourceProviderAddress = "example.internal/a/b";
  const types = { sourceTypeName: "b_thing", targetTypeName: "null_thing" };
  const { targetState, diagnostics } = await ask("moveResourceState", { sourceProviderAddress, ...types });
  expect(targetState).toBeUndefined();
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.detail).toMatch(
    /^null_thing cannot take over the state of b_thing from example.internal\/a\/b\. .*"import" block/,
  );
});

test("no type has an identity", async () => {
  expect(await ask("getResourceIdentitySchemas")).toEqual({ identitySchemas: {}, diagnostics: [] });
  const diagnostics = [{ severity: Severity.ERROR, summary: "No resource identity" }];
  expect(await ask("upgradeResourceIdentity", { typeName: "null_thing" })).toMatchObject({ diagnostics });
});

test("a stop is answered without an error", async () => {
  expect(await ask("stopProvider")).toEqual({ error: "" });
});
