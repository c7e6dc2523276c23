import type { Client, ClusterRecord } from "../../client";
import type { NodesClient } from "../../dataPlane";
import { isUnknown, TerraformError, type Unknown } from "../../framework";
import { nodeUrlAt } from "../model/nodeUrl";

/** A data-plane key, with its origin for messages. */
export interface DataApiKey {
  readonly value: string;
  readonly origin: string;
}

/** The service as every resource and data source of this provider uses it. */
export interface Service {
  /**
   * Absent while the provider's configuration depends on a value that is only known after apply.
   *
   * @throws TerraformError if api_key or base_url is missing; a configuration without clusters needs neither.
   */
  readonly client?: Client;
  readonly allowDuplicateNames: boolean;
  /** True if a plan fails for values that the service does not list. */
  readonly strictOptions: boolean;
  /** Milliseconds for which a refresh may reuse server parameters of an earlier one; 0 for never. */
  readonly parametersMaxAge: number;
  /**
   * True if a refresh always reads the configuration changes of every cluster; null if it reads them only where they can matter,
   * and the plan of an edit reads them too; false if a plan never does.
   */
  readonly refreshesChanges: boolean | null;
  /** Loads the client of the nodes when it is needed; absent as `client` is. */
  readonly nodes?: () => Promise<NodesClient>;
  /** The data-plane key for resources without one of their own; undefined if there is none. */
  readonly dataApiKey: DataApiKey | Unknown | undefined;
  /** URL of a node, with `{hostname}` for its hostname. */
  readonly nodeUrl: string | Unknown;
}

/** The configuration of the provider. */
export interface Configured
  extends Partial<
    Pick<
      Service,
      | "allowDuplicateNames"
      | "strictOptions"
      | "parametersMaxAge"
      | "refreshesChanges"
      | "nodes"
      | "dataApiKey"
      | "nodeUrl"
    >
  > {
  /** An error is thrown where the client is needed. */
  readonly client?: Client | TerraformError;
}

export function serviceOf({ client, ...given }: Configured): Service {
  return {
    allowDuplicateNames: false,
    strictOptions: false,
    parametersMaxAge: 0,
    refreshesChanges: null,
    dataApiKey: undefined,
    nodeUrl: NODE_URL,
    ...given,
    get client() {
      if (client instanceof TerraformError) throw client;
      return client;
    },
  };
}

/** The default of `node_url`. */
export const NODE_URL = "https://{hostname}";

/** Returns the client, for steps that need a request. */
export function clientOf(service: Service): Client {
  return requireKnown(service.client, "api_key or base_url");
}

/**
 * Loads the client of the management API. Only here and in {@link loadDataPlane}: most of the processes that Terraform starts are never
 * configured, and need neither undici nor zod (docs/design/decisions/0002-lazily-compiled-client.md).
 */
export const loadClient = () => import("../../client");

/** Loads the client of the nodes, and the operations that it offers. */
export const loadDataPlane = () => import("../../dataPlane");

/** The operations on nodes, once they are loaded. */
export type DataPlane = Awaited<ReturnType<typeof loadDataPlane>>;

/** Loads the client of the nodes. */
export function nodesClientOf(service: Service): Promise<NodesClient> {
  return requireKnown(service.nodes, "api_key or base_url")();
}

/**
 * Returns a setting that a step cannot do without.
 *
 * @param names the attributes of the provider that it may come from
 * @throws TerraformError while it depends on a value that is only known after apply.
 */
export function requireKnown<T>(value: T | Unknown | undefined, names: string): T {
  if (value !== undefined && !isUnknown(value)) return value as T;
  throw new TerraformError(
    "The provider's configuration is not known yet",
    `An attribute of the provider block (its ${names}, say) depends on a value that is only known after apply, and this step ` +
      "needs the service. First create the resource that the value comes from (apply with -target=…), then apply again.",
  );
}

/** The hostnames of a cluster; null if not known. */
type Hostnames = { readonly [Name in keyof NonNullable<ClusterRecord["hostnames"]>]: unknown } & {
  readonly nodes: readonly string[] | null;
};

/**
 * Returns the URLs of the nodes of a cluster, or of its load balancer if it names no nodes.
 *
 * @throws TerraformError for an invalid hostname, because a key would be sent there (docs/design/laws.md#l9).
 */
export function nodeUrlsOf(
  service: Service,
  { id, hostnames }: { readonly id: string | null; readonly hostnames: Hostnames | null },
): string[] {
  const { nodes, load_balanced, search_delivery_network } = hostnames ?? {};
  const others = [load_balanced, search_delivery_network].filter((name) => typeof name === "string");
  const names = nodes?.length ? nodes : others.slice(0, 1);
  return names.map((name) => {
    const at = nodeUrlAt(nodeUrlTemplateOf(service), name);
    if ("url" in at) return at.url;
    throw new TerraformError(
      `Cluster ${id} has a node without a valid hostname`,
      `According to the management API, a node of cluster ${id} is ${JSON.stringify(name)}, which ${at.problem}. No request was sent to it, because it ` +
        "would carry the key. Check base_url of the provider, and ask the operator of the service. If you know where the nodes are, list them in node_urls.",
    );
  });
}

/** Returns `node_url` of the provider. */
export function nodeUrlTemplateOf({ nodeUrl }: Service): string {
  return requireKnown<string>(nodeUrl, "node_url");
}
