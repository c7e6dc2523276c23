import { exactVersion, fullAddress, isBuiltIn } from "../../../constructs/plugin/requiredProviders";

test.each([
  ["null", "registry.terraform.io/hashicorp/null"],
  ["hashicorp/aws", "registry.terraform.io/hashicorp/aws"],
  ["DataDog/datadog", "registry.terraform.io/datadog/datadog"],
  [
    "terraform.searchcloud.internal/searchcloud/searchcloud",
    "terraform.searchcloud.internal/searchcloud/searchcloud",
  ],
  ["terraform.io/builtin/terraform", "terraform.io/builtin/terraform"],
])("the address of %s is %s", (source, address) => {
  expect(fullAddress(source)).toBe(address);
});

test.each([
  ["5.100.0", "5.100.0"],
  ["= 5.100.0", "5.100.0"],
  ["v5.100.0", "5.100.0"],
  ["5.100.0-beta.1", "5.100.0-beta.1"],
  ["~> 5.0", undefined],
  [">= 5.0.0", undefined],
  ["5.0", undefined],
  ["!= 5.0.0", undefined],
  [">= 5.0.0, < 6.0.0", undefined],
  ["", undefined],
  [undefined, undefined],
])("the constraint %p allows exactly %p", (constraint, version) => {
  expect(exactVersion(constraint)).toBe(version);
});

test("only what is part of Terraform needs no entry", () => {
  expect(isBuiltIn("terraform.io/builtin/terraform")).toBe(true);
  expect(isBuiltIn("registry.terraform.io/hashicorp/null")).toBe(false);
});
