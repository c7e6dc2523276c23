import { isOlder } from "../api/versions";
import { TerraformError } from "../framework";

/** The tools that start a provider. */
export type Product = "Terraform" | "OpenTofu";

/** The least version of each that the provider works with, and where there are newer ones. */
export const TOOLS: { readonly [product in Product]: { readonly least: string; readonly install: string } } =
  {
    Terraform: { least: "1.8", install: "https://developer.hashicorp.com/terraform/install" },
    OpenTofu: { least: "1.6", install: "https://opentofu.org/docs/intro/install/" },
  };

/** OpenTofu's first release; what is older is Terraform. */
const FIRST_OPENTOFU = "1.6";

/**
 * Refuses a tool that is too old, with what to do. All that a provider learns is the number: 1.6 and 1.7 may be either
 * tool's, and pass. So does what is no version, which is neither tool's.
 */
export function checkToolVersion(version: string): void {
  if (!isOlder(version, FIRST_OPENTOFU)) return;
  const { Terraform, OpenTofu } = TOOLS;
  throw new TerraformError(
    `Terraform ${version} is too old`,
    `This provider needs Terraform ${Terraform.least} or later, or OpenTofu ${OpenTofu.least} or later. Nothing was read or changed. ` +
      `Install one of them (${Terraform.install} or ${OpenTofu.install}), then run the command again.`,
  );
}
