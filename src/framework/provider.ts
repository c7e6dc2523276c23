import type { Secrets } from "../redaction";
import type { ValueRecord } from "../wire/cty/value";
import type { Plannable, ServiceCall } from "./call";
import type { DataSource, ProviderFunction, Resource } from "./resource";
import type { Fields, ResourceFields, ValuesOf } from "./schema";
import type { Validator } from "./validate";

/** A resource with its types forgotten: what the framework's own code handles. */
export type AnyResource = Resource<ResourceFields, unknown, unknown, ValueRecord>;
export type AnyDataSource = DataSource<Fields, unknown, ValueRecord>;
export type AnyProvider = Provider<Fields, unknown, ValueRecord>;

/** Where a provider stands: what Terraform says when it configures it. */
export interface ConfigureContext extends Pick<ServiceCall<never>, "log" | "warn"> {
  readonly terraformVersion: string;
  /** Takes the secrets that the provider comes to know, so that no diagnostic and no log line shows them. */
  readonly secrets: Secrets;
}

/** The types of a provider. */
export interface Types {
  readonly resources: readonly AnyResource[];
  readonly dataSources: readonly AnyDataSource[];
}

export interface Provider<F extends Fields, Service, Values = ValuesOf<F>> extends Types {
  /** The provider's local name, which every type's name begins with: "searchcloud". */
  readonly name: string;
  readonly description: string;
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  /** Makes what resources work with. Values may be UNKNOWN at plan: then only what is really needed may fail. */
  readonly configure: (config: Plannable<Values>, context: ConfigureContext) => Promise<Service>;
  /** Loads more types, at the first call for one that is not among the others. */
  readonly moreTypes?: () => Promise<Types>;
  readonly functions: readonly ProviderFunction[];
}

/** A provider with these types too, all of which are there from the beginning. */
export function withTypes(provider: AnyProvider, { resources, dataSources }: Types): AnyProvider {
  const { moreTypes: _, ...rest } = provider;
  return {
    ...rest,
    resources: [...provider.resources, ...resources],
    dataSources: [...provider.dataSources, ...dataSources],
  };
}

/** A provider with all of its types. */
export async function withAllTypes(provider: AnyProvider): Promise<AnyProvider> {
  return provider.moreTypes ? withTypes(provider, await provider.moreTypes()) : provider;
}

/**
 * Ties the types of a provider together: what `configure` makes is the `Service` of every resource and data source,
 * and `Private` is its private state, stored beside the state.
 */
export function define<Service, Private = undefined>() {
  return {
    resource: <const F extends ResourceFields>(resource: Resource<F, Service, Private>) =>
      resource as unknown as AnyResource,
    dataSource: <const F extends Fields>(dataSource: DataSource<F, Service>) =>
      dataSource as unknown as AnyDataSource,
    provider: <const F extends Fields>(provider: Provider<F, Service>) => provider as unknown as AnyProvider,
  };
}
