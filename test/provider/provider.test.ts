import { searchcloud } from "../../src/provider/provider";
import { schema } from "../../src/provider/settings";
import { collectLog } from "../support/log";

const NOTHING = Object.fromEntries(Object.keys(schema).map((name) => [name, null]));
const ENV = { SEARCHCLOUD_API_KEY: "k", SEARCHCLOUD_BASE_URL: "https://api.search.example/api/v1" };

test.each([
  [{ SEARCHCLOUD_CA_CERTIFICATE_FILE: "none.pem" }, ["ca_certificate_file"], /none\.pem/],
  [{ SEARCHCLOUD_BASE_URL: "http://api.search.example" }, ["base_url"], /is not https/],
  [{ HTTPS_PROXY: "socks5://proxy.example" }, [], /^The proxy in HTTPS_PROXY cannot be used/],
])("with %j, configuring fails at the path %j", async (more, path, message) => {
  const { configure } = searchcloud({ ...ENV, ...more });
  const configured = configure(NOTHING, { log: collectLog().log, terraformVersion: "1.11.4", warn() {} });
  await expect(configured).rejects.toMatchObject({
    name: "TerraformError",
    path,
    message: expect.stringMatching(message),
  });
});
