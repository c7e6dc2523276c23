import { isOlder } from "../../src/api/versions";
import type { Product } from "../../src/provider/toolVersion";
import { inspectTool, type TerraformTool } from "../../tools/terraform/tool";
import { terraformPath } from "./run";

/** Features that some versions of the tools lack, with the first version of each tool that has them. */
const SINCE = {
  "provider functions": { Terraform: "1.8", OpenTofu: "1.7" },
  // Before, OpenTofu crashes over computed objects: https://github.com/opentofu/opentofu/issues/3555
  "generated configuration": { Terraform: "1.8", OpenTofu: "1.11.2" },
  // OpenTofu 1.6.2 crashes over those with nothing left to apply; which version does not, is not known.
  "checks in modules": { Terraform: "1.8", OpenTofu: undefined },
  // OpenTofu 1.7 has the blocks, which then take no lifecycle.
  "removed blocks with lifecycle": { Terraform: "1.7", OpenTofu: "1.11" },
  "moves between types": { Terraform: "1.8", OpenTofu: "1.10" },
  "ephemeral resources": { Terraform: "1.10", OpenTofu: "1.11" },
  "write-only arguments": { Terraform: "1.11", OpenTofu: "1.11" },
  "resource identities": { Terraform: "1.12", OpenTofu: "1.12" },
  queries: { Terraform: "1.14", OpenTofu: undefined },
  actions: { Terraform: "1.14", OpenTofu: undefined },
} satisfies { readonly [feature: string]: { readonly [product in Product]: string | undefined } };

export type Feature = keyof typeof SINCE;

let known: TerraformTool | undefined;

/** The terraform that tests run. */
export function terraformTool(): TerraformTool {
  known ??= inspectTool(terraformPath());
  return known;
}

/** Returns a message if the tool lacks a feature. Undefined if it has it. */
export function lacking(feature: Feature): string | undefined {
  const { product, version } = terraformTool();
  const since: string | undefined = SINCE[feature][product];
  if (since === undefined) return `${product} ${version} is not known to have ${feature}`;
  return isOlder(version, since)
    ? `${product} ${version} has no ${feature}, ${product} ${since} has`
    : undefined;
}

/**
 * True if an `import` block has to name the provider of a resource that has no block yet: 1.16.0-rc2 ignores `required_providers` there. No
 * tool accepts the name once the resource has a block.
 */
export function needsProviderInImports(): boolean {
  const { product, version } = terraformTool();
  return product === "Terraform" && version.startsWith("1.16.");
}

/** Defines a test that is skipped if the tool lacks a feature; its title has the reason. */
export function testWith(feature: Feature): (title: string, run: jest.ProvidesCallback) => void {
  const reason = lacking(feature);
  return reason === undefined
    ? (title, run) => test(title, run)
    : (title, run) => test.skip(`${title} [skipped: ${reason}]`, run);
}

/** Defines a test of the tools that lack a feature. The others skip it. */
export function testWithout(feature: Feature): (title: string, run: jest.ProvidesCallback) => void {
  const reason = lacking(feature);
  const { product, version } = terraformTool();
  return reason === undefined
    ? (title, run) => test.skip(`${title} [skipped: ${product} ${version} has ${feature}]`, run)
    : (title, run) => test(title, run);
}
