import { TerraformVariable, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import { TerraformStack } from "cdktf";
import { SearchCloudProvider, type SearchCloudProviderProps } from "../../constructs";
import { version } from "../../package.json";
import { expression, synthesized, warnings } from "./fixtures/stack";

Testing.setupJest();

function stackWithProvider(props?: SearchCloudProviderProps): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "search");
  new SearchCloudProvider(stack, "searchcloud", props);
  return stack;
}

test("needs no configuration, and is required in exactly the version of this package", () => {
  const stack = stackWithProvider();
  expect(synthesized(stack)).toMatchObject({
    provider: { searchcloud: [{}] },
    terraform: {
      required_providers: {
        searchcloud: { source: "terraform.searchcloud.internal/searchcloud/searchcloud", version },
      },
    },
  });
  expect(Testing.synth(stack)).toHaveProvider(SearchCloudProvider);
});

test("takes every prop", () => {
  const stack = stackWithProvider({
    baseUrl: "https://cloud.example.com/api/v1",
    dialect: "typesense-cloud",
    pollInterval: "30s",
    requestsPerMinute: 15,
    allowDuplicateNames: true,
    alias: "europe",
    pluginPath: "/nowhere",
  });
  expect(synthesized(stack).provider).toEqual({
    searchcloud: [
      {
        base_url: "https://cloud.example.com/api/v1",
        dialect: "typesense-cloud",
        poll_interval: "30s",
        requests_per_minute: 15,
        allow_duplicate_names: true,
        alias: "europe",
      },
    ],
  });
  expect(warnings(stack)).toEqual([]);
});

describe("the key", () => {
  test("from a variable passes", () => {
    const stack = new TerraformStack(Testing.app(), "search");
    const key = new TerraformVariable(stack, "key", { type: "string", sensitive: true });
    new SearchCloudProvider(stack, "searchcloud", { apiKey: key.stringValue });
    expect(synthesized(stack).provider).toEqual({ searchcloud: [{ api_key: expression("var.key") }] });
    expect(warnings(stack)).toEqual([]);
  });

  test("as a literal is warned of, without repeating it", () => {
    const found = warnings(stackWithProvider({ apiKey: "s3cr3t" }));
    expect(found).toEqual([
      ["search/searchcloud", expect.stringMatching(/^The prop apiKey is a literal, .*SEARCHCLOUD_API_KEY/)],
    ]);
    expect(JSON.stringify(found)).not.toContain("s3cr3t");
  });
});
