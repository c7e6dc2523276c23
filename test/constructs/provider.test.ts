import { join } from "node:path";
import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import { Collection, SearchCloudProvider, type SearchCloudProviderProps } from "../../constructs";
import { version } from "../../package.json";
import { expression, synthesized, warnings } from "./fixtures/stack";

Testing.setupJest();

function stackOf(props: (stack: TerraformStack) => SearchCloudProviderProps): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "search");
  new SearchCloudProvider(stack, "searchcloud", props(stack));
  return stack;
}

test("needs no configuration, and requires exactly the version of this package", () => {
  const stack = stackOf(() => ({}));
  const source = "terraform.searchcloud.internal/searchcloud/searchcloud";
  expect(synthesized(stack)).toMatchObject({
    provider: { searchcloud: [{}] },
    terraform: { required_providers: { searchcloud: { source, version } } },
  });
  expect(Testing.synth(stack)).toHaveProvider(SearchCloudProvider);
});

test("accepts every prop, with the key from a variable", () => {
  const stack = stackOf((scope) => ({
    apiKey: new TerraformVariable(scope, "key", { type: "string", sensitive: true }).stringValue,
    baseUrl: "https://cloud.example.com/api/v1",
    caCertificateFile: "/etc/company/ca.pem",
    dialect: "typesense-cloud",
    pollInterval: "30s",
    requestsPerMinute: 15,
    serverParametersMaxAge: "12h",
    allowDuplicateNames: true,
    strictOptions: true,
    dataApiKey: new TerraformVariable(scope, "data_key", { type: "string", sensitive: true }).stringValue,
    nodeUrl: "https://{hostname}.internal",
    alias: "europe",
    pluginPath: "/nowhere",
  }));
  expect(synthesized(stack).provider).toEqual({
    searchcloud: [
      {
        api_key: expression("var.key"),
        base_url: "https://cloud.example.com/api/v1",
        ca_certificate_file: "/etc/company/ca.pem",
        dialect: "typesense-cloud",
        poll_interval: "30s",
        requests_per_minute: 15,
        server_parameters_max_age: "12h",
        allow_duplicate_names: true,
        strict_options: true,
        data_api_key: expression("var.data_key"),
        node_url: "https://{hostname}.internal",
        alias: "europe",
      },
    ],
  });
  expect(warnings(stack)).toEqual([]);
});

test("resolves the file of authorities from the directory of the program", () => {
  const stack = stackOf(() => ({ caCertificateFile: "certificates/ca.pem" }));
  expect(synthesized(stack).provider?.searchcloud[0]?.ca_certificate_file).toBe(
    join(process.cwd(), "certificates/ca.pem"),
  );
  const later = stackOf((scope) => ({
    caCertificateFile: new TerraformVariable(scope, "file", { type: "string" }).stringValue,
  }));
  expect(synthesized(later).provider?.searchcloud[0]?.ca_certificate_file).toBe(expression("var.file"));
});

test("warns about a literal key without repeating it", () => {
  const stack = stackOf(() => ({ apiKey: "s3cr3t", dataApiKey: "s3cr3t" }));
  const nodeUrls = ["https://search.internal"];
  Collection.fromCollectionName(stack, "catalog", "catalog", { nodeUrls, apiKey: "s3cr3t" });
  const found = warnings(stack);
  expect(found).toEqual([
    ["search/searchcloud", expect.stringMatching(/^The prop apiKey is a literal, .* SEARCHCLOUD_API_KEY/)],
    ["search/searchcloud", expect.stringMatching(/^The prop dataApiKey is .* SEARCHCLOUD_DATA_API_KEY/)],
    ["search/catalog", expect.stringMatching(/^The prop apiKey is a literal, .* SEARCHCLOUD_DATA_API_KEY/)],
  ]);
  expect(JSON.stringify(found)).not.toContain("s3cr3t");
});
