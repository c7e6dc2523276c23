import { type ITerraformDependable, type TerraformProvider, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { SearchCloudProvider } from "./provider";

/** The key of a provider configuration for what is on the nodes of a cluster. */
export interface DataProviderOptions {
  /**
   * The data-plane key, such as an {@link EphemeralVariable}: its value is then in no state and in no saved plan. A literal is readable
   * in the synthesized files.
   */
  readonly apiKey: string;

  /**
   * Name of the provider configuration, unique in the stack.
   * @default - derived from the path of the construct
   */
  readonly alias?: string;
}

interface Fragment {
  readonly provider: { readonly [type: string]: readonly { readonly [name: string]: unknown }[] };
}

/** A provider configuration that differs from another one in its data-plane key only. Settings of the other are read at synthesis. */
export class DataProvider extends SearchCloudProvider {
  /**
   * @param base - the other configuration. @default - the stack's configuration without alias
   * @param requires - resources without which the key does not work
   */
  constructor(
    scope: Construct,
    id: string,
    { apiKey: dataApiKey, alias }: DataProviderOptions,
    private readonly base: TerraformProvider | undefined,
    readonly requires: ITerraformDependable[] = [],
  ) {
    super(scope, id, { dataApiKey });
    this.alias = alias ?? this.friendlyUniqueId;
  }

  override toTerraform(): Fragment {
    return this.withSettings(super.toTerraform(), (base) => base.toTerraform());
  }

  override toHclTerraform(): Fragment {
    return this.withSettings(super.toHclTerraform(), (base) => base.toHclTerraform());
  }

  private withSettings(own: Fragment, render: (base: TerraformProvider) => Fragment): Fragment {
    const type = this.terraformResourceType;
    const providers = TerraformStack.of(this).allProviders();
    const base =
      this.base ??
      providers.find((other) => other.terraformResourceType === type && other.alias === undefined);
    const [settings, given] = [base && render(base), own].map((fragment) =>
      Object.entries(fragment?.provider[type]?.[0] ?? {}).filter(([, value]) => value !== undefined),
    );
    return { ...own, provider: { [type]: [Object.fromEntries([...(settings ?? []), ...(given ?? [])])] } };
  }
}

/** Returns the dependencies of what uses a provider configuration, with those of its key. */
export function dependenciesOf(
  { dependsOn = [] }: { readonly dependsOn?: ITerraformDependable[] },
  provider: TerraformProvider | undefined,
): ITerraformDependable[] | undefined {
  const required = provider instanceof DataProvider ? provider.requires : [];
  const all = [...dependsOn, ...required.filter((one) => !dependsOn.includes(one))];
  return all.length === 0 ? undefined : all;
}
