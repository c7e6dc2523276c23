import { handlersOf } from "../../../src/framework/rpc/handlers";
import { ProviderDefinition, Severity } from "../../../src/wire";
import { providerOf } from "../../support/call";
import { rpcOf } from "../../support/rpc";

const { ask, session } = rpcOf(providerOf());

test("every RPC that Terraform calls of its own accord is answered", async () => {
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
  expect(await ask("stopProvider")).toEqual({ error: "" });
  expect(await ask("getResourceIdentitySchemas")).toEqual({ identitySchemas: {}, diagnostics: [] });
});

const noSecret = 'This provider has no ephemeral resource "null_secret".';

test.each([
  ["validateEphemeralResourceConfig", noSecret],
  ["openEphemeralResource", noSecret],
  ["renewEphemeralResource", noSecret],
  ["closeEphemeralResource", noSecret],
  ["upgradeResourceIdentity", "null_secret has no identity to upgrade."],
] as const)("%s is refused", async (name, detail) => {
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
