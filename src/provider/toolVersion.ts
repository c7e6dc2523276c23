import { isOlder } from "../api/versions";
import { TerraformError } from "../framework";

/** The tools that run a provider. */
export type Product = "Terraform" | "OpenTofu";

/** The oldest supported version of each tool, and its download page. */
export const TOOLS: { readonly [product in Product]: { readonly least: string; readonly install: string } } =
  {
    Terraform: { least: "1.8", install: "https://developer.hashicorp.com/terraform/install" },
    OpenTofu: { least: "1.6", install: "https://opentofu.org/docs/intro/install/" },
  };

/** The first release of OpenTofu. An older tool is Terraform. */
const FIRST_OPENTOFU = "1.6";

/**
 * Refuses a tool that is too old, with advice. A provider sees only the number: 1.6 and 1.7 may be either tool's, and pass. So
 * does a string that is not a version.
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
