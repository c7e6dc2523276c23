import { type TerraformProvider, TerraformStack } from "cdktf";
import type { Construct } from "constructs";

/**
 * The provider configuration of what something belongs to, since another key might not see it. Undefined in another stack,
 * where a configuration cannot be used.
 */
export function inheritedProvider(
  scope: Construct,
  provider: TerraformProvider | undefined,
): TerraformProvider | undefined {
  const isReachable = provider !== undefined && TerraformStack.of(provider) === TerraformStack.of(scope);
  return isReachable ? provider : undefined;
}
