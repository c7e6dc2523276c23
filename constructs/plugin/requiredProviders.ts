/** A provider that a stack requires, as CDKTF writes it into `required_providers`. */
export interface RequiredProvider {
  /** Such as `aws`, `hashicorp/aws` or with a host; the type alone stands for one of HashiCorp's. */
  readonly source: string;
  /** Version constraint, where there is one. */
  readonly version?: string;
}

/** `host/namespace/type`, with Terraform's defaults for what the source leaves out. */
export function fullAddress(source: string): string {
  const parts = source.toLowerCase().split("/");
  const defaults = ["registry.terraform.io", "hashicorp"];
  return [...defaults.slice(0, Math.max(0, 3 - parts.length)), ...parts].join("/");
}

/** The version when the constraint allows exactly one, as that of a prebuilt provider does. */
export function exactVersion(constraint: string | undefined): string | undefined {
  return /^\s*=?\s*v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)\s*$/.exec(constraint ?? "")?.[1];
}

/** Providers that are part of Terraform have no place in the lock file. */
export function isBuiltIn(address: string): boolean {
  return address.startsWith("terraform.io/builtin/");
}
