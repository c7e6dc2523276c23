import { registerEnvironmentSecrets, registerPlanSecrets } from "../../../src/command/drift/secrets";
import { Secrets } from "../../../src/redaction";

test("redacts keys and proxy credentials of the environment", () => {
  const secrets = new Secrets();
  const env = {
    SEARCHCLOUD_API_KEY: "management-key-1",
    SEARCHCLOUD_DATA_API_KEY: "data-plane-key-2",
    https_proxy: "http://somebody:pass%2Fword-3@proxy.example:3128",
  };
  registerEnvironmentSecrets({ env, secrets });
  expect(secrets.outgoing("management-key-1, data-plane-key-2, somebody:pass/word-3, pass%2fword-3")).toBe(
    "(the API key), (the API key), (the credentials of the proxy), (the credentials of the proxy)",
  );
});

test("redacts sensitive values of a plan", () => {
  const secrets = new Secrets();
  const change = (type: string, value: string) => ({
    ...{ address: `${type}.x`, mode: "managed", type, name: "x" },
    change: {
      actions: ["update"],
      before: { name: "shop-name", keys: [{ value: `${value}-before` }] },
      before_sensitive: { keys: [{ value: true }] },
      after: { name: "shop-name", api_key: `${value}-after` },
      after_sensitive: { api_key: true },
    },
  });
  registerPlanSecrets(
    { resource_changes: [change("searchcloud_key", "s3cret-1"), change("other_thing", "production")] },
    secrets,
  );
  expect(secrets.outgoing("shop-name s3cret-1-before s3cret-1-after production-after")).toBe(
    "shop-name (a sensitive value) (a sensitive value) production-after",
  );
});
