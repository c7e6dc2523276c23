import type { Secrets } from "../redaction";
import type { ValueRecord } from "../wire/cty/value";
import type { Action } from "./action";
import type { Plannable, ServiceCall } from "./call";
import type { EphemeralResource } from "./ephemeral";
import type { ListResource } from "./list";
import type { DataSource, ProviderFunction, Resource } from "./resource";
import type { Fields, ResourceFields, StoredFields, ValuesOf } from "./schema";
import type { Validator } from "./validate";

/** A resource without its types, as the framework's own code handles it. */
export type AnyResource = Resource<ResourceFields, unknown, unknown, ValueRecord>;
export type AnyDataSource = DataSource<Fields, unknown, ValueRecord>;
export type AnyEphemeralResource = EphemeralResource<StoredFields, unknown, unknown, ValueRecord>;
export type AnyListResource = ListResource<StoredFields, unknown, ValueRecord>;
export type AnyAction = Action<Fields, unknown, ValueRecord>;
export type AnyProvider = Provider<Fields, unknown, ValueRecord>;

/** The context in which Terraform configures a provider. */
interface ConfigureContext extends Pick<ServiceCall<never>, "log" | "warn"> {
  readonly terraformVersion: string;
  /** Collects secrets that the provider reads, so that no diagnostic and no log line shows them. */
  readonly secrets: Secrets;
  /**
   * Notes that nothing can be read yet, because of values that are unknown. A Terraform that allows it then defers whatever needs this
   * provider to a later run; any other is answered as always.
   */
  defer(): void;
}

/** The types of a provider. */
export interface Types {
  readonly resources: readonly AnyResource[];
  readonly dataSources: readonly AnyDataSource[];
  /** @default none */
  readonly ephemeralResources?: readonly AnyEphemeralResource[];
}

/** The types of a provider that only Terraform 1.14 and later use. */
export interface Operations {
  readonly listResources: readonly AnyListResource[];
  readonly actions: readonly AnyAction[];
}

export interface Provider<F extends Fields, Service, Values = ValuesOf<F>>
  extends Types,
    Partial<Operations> {
  /** The provider's local name, with which the name of every type begins: "searchcloud". */
  readonly name: string;
  readonly description: string;
  readonly schema: F;
  readonly validators?: readonly Validator<Values>[];
  /** Creates the service that resources work with. Values may be UNKNOWN at plan; then only a missing required value may fail. */
  readonly configure: (config: Plannable<Values>, context: ConfigureContext) => Promise<Service>;
  /** Loads more types at the first call for a type that is not among those above. */
  readonly moreTypes?: () => Promise<Types>;
  /** Loads lists and actions at the first call for one, unless they are among those above. */
  readonly operations?: () => Promise<Operations>;
  readonly functions: readonly ProviderFunction[];
}

/** Adds types to a provider, which then has all of them from the beginning. */
export function withTypes(
  provider: AnyProvider,
  { resources, dataSources, ephemeralResources = [] }: Types,
): AnyProvider {
  const { moreTypes: _, ...rest } = provider;
  return {
    ...rest,
    resources: [...provider.resources, ...resources],
    dataSources: [...provider.dataSources, ...dataSources],
    ephemeralResources: [...(provider.ephemeralResources ?? []), ...ephemeralResources],
  };
}

/** Adds lists and actions to a provider, which then has all of them from the beginning. */
export function withOperations(provider: AnyProvider, { listResources, actions }: Operations): AnyProvider {
  const { operations: _, ...rest } = provider;
  return {
    ...rest,
    listResources: [...(provider.listResources ?? []), ...listResources],
    actions: [...(provider.actions ?? []), ...actions],
  };
}

/** Loads the lists and actions of a provider. */
export async function withAllOperations(provider: AnyProvider): Promise<AnyProvider> {
  return provider.operations ? withOperations(provider, await provider.operations()) : provider;
}

/** Loads all types of a provider, without its lists and actions. */
export async function withAllTypes(provider: AnyProvider): Promise<AnyProvider> {
  return provider.moreTypes ? withTypes(provider, await provider.moreTypes()) : provider;
}

/**
 * Ties the types of a provider together. `Service` is the result of `configure` and reaches every resource and data source;
 * `Private` is the private state of an instance, stored beside its state; that of an ephemeral resource is stored nowhere.
 */
export function define<Service, Private = undefined>() {
  return {
    resource: <const F extends ResourceFields>(resource: Resource<F, Service, Private>) =>
      resource as unknown as AnyResource,
    dataSource: <const F extends StoredFields>(dataSource: DataSource<F, Service>) =>
      dataSource as unknown as AnyDataSource,
    ephemeral: <const F extends StoredFields>(ephemeral: EphemeralResource<F, Service, Private>) =>
      ephemeral as unknown as AnyEphemeralResource,
    listResource: <const F extends StoredFields>(list: ListResource<F, Service>) =>
      list as unknown as AnyListResource,
    action: <const F extends Fields>(action: Action<F, Service>) => action as unknown as AnyAction,
    provider: <const F extends StoredFields>(provider: Provider<F, Service>) =>
      provider as unknown as AnyProvider,
  };
}
