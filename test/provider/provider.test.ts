import type { AnyProvider } from "../../src/framework";
import { searchcloud } from "../../src/provider/provider";
import { providerSchema } from "../../src/provider/settings";
import { clientOf, type Service } from "../../src/provider/shared/service";
import { checkToolVersion } from "../../src/provider/toolVersion";
import { Secrets } from "../../src/redaction";
import { UNKNOWN } from "../../src/wire/cty/value";
import { collectLog } from "../support/log";

const NOTHING = Object.fromEntries(Object.keys(providerSchema).map((name) => [name, null]));
const ENV = { SEARCHCLOUD_API_KEY: "k", SEARCHCLOUD_BASE_URL: "https://api.search.example/api/v1" };

test.each([
  [{ SEARCHCLOUD_CA_CERTIFICATE_FILE: "none.pem" }, ["ca_certificate_file"], /none\.pem/],
  [{ SEARCHCLOUD_BASE_URL: "http://api.search.example" }, ["base_url"], /is not https/],
  [{ HTTPS_PROXY: "socks5://proxy.example" }, [], /^The proxy in HTTPS_PROXY cannot be used/],
  [{ SEARCHCLOUD_API_KEY: "", SEARCHCLOUD_BASE_URL: "ftp://x" }, ["base_url"], /is not https/],
  [
    { SEARCHCLOUD_API_KEY: "two words", SEARCHCLOUD_BASE_URL: "" },
    ["api_key"],
    /a character that no key has/,
  ],
  [
    { SEARCHCLOUD_API_KEY: "", SEARCHCLOUD_CA_CERTIFICATE_FILE: "none.pem" },
    ["ca_certificate_file"],
    /none\.pem/,
  ],
])("with %j, configuring fails at the path %j", async (more, path, message) => {
  const { configure } = searchcloud({ ...ENV, ...more });
  const configured = configure(NOTHING, {
    log: collectLog().log,
    terraformVersion: "1.11.4",
    warn() {},
    secrets: new Secrets(),
    defer() {},
  });
  await expect(configured).rejects.toMatchObject({
    name: "TerraformError",
    path,
    message: expect.stringMatching(message),
  });
});

test.each([
  ["api_key", 1],
  ["data_api_key", 0],
])("an unknown %s defers what reads: %d", async (name, times) => {
  const defer = jest.fn();
  const context = {
    log: collectLog().log,
    terraformVersion: "1.14.0",
    warn() {},
    secrets: new Secrets(),
    defer,
  };
  await searchcloud(ENV).configure({ ...NOTHING, [name]: UNKNOWN }, context);
  expect(defer).toHaveBeenCalledTimes(times);
});

test.each([
  [["API_KEY"], "Missing management API key"],
  [["BASE_URL"], "Missing base URL of the management API"],
  [["API_KEY", "BASE_URL"], "Missing management API key and base URL"],
])(
  "a missing %s is an error where the management API is needed, and nowhere else",
  async (names, summary) => {
    const missing = Object.fromEntries(names.map((name) => [`SEARCHCLOUD_${name}`, ""]));
    const { configure } = searchcloud({ ...ENV, ...missing });
    const context = {
      log: collectLog().log,
      terraformVersion: "1.11.4",
      warn() {},
      secrets: new Secrets(),
      defer() {},
    };
    const service = (await configure(NOTHING, context)) as Service;
    expect(() => clientOf(service)).toThrow(expect.objectContaining({ summary, path: undefined }));
    const nodes = await service.nodes?.();
    const target = {
      urls: ["https://n1.example"],
      apiKey: "k",
      keyOrigin: "api_key",
      named: "https://n1.example",
    };
    expect(nodes?.at(target).target).toEqual(target);
    await nodes?.close();
  },
);

test.each(["0.15.5", "1.5.7", "1.5.0-rc1"])(
  "Terraform %s is refused, with what is needed and where it is",
  (version) => {
    expect(() => checkToolVersion(version)).toThrow(
      expect.objectContaining({
        summary: `Terraform ${version} is too old`,
        detail: expect.stringMatching(
          /needs Terraform 1\.8 or later, or OpenTofu 1\.6 or later\. Nothing was read or changed\. Install .*hashicorp\.com.*opentofu\.org/,
        ),
      }),
    );
  },
);

// A provider cannot tell Terraform 1.6 from OpenTofu 1.6.
test.each(["1.6.0-alpha1", "1.7.5", "1.8.0", "1.11.4", "2.0.0", "", "dev"])("%j passes", (version) => {
  expect(() => checkToolVersion(version)).not.toThrow();
});

test("the provider refuses it first, even if its own settings are wrong", async () => {
  const { configure }: AnyProvider = searchcloud({ SEARCHCLOUD_DIALECT: "none" });
  const context = {
    terraformVersion: "1.5.7",
    log: undefined as never,
    secrets: new Secrets(),
    warn: () => undefined,
    defer: () => undefined,
  };
  await expect(configure({}, context)).rejects.toThrow("Terraform 1.5.7 is too old");
});
