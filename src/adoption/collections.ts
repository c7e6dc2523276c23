import type { ClusterRecord } from "../client";
import type { AliasRecord, CollectionRecord } from "../dataPlane";
import { type FoundContents, contentsOf as foundContents } from "../provider/finding/collections";
import type { CollectionValues } from "../provider/resources/collection/schema";
import type { NodeCall } from "../provider/shared/dataPlane";
import { type DataApiKey, nodesClientOf, nodeUrlsOf, requireKnown } from "../provider/shared/service";

const NAMES = [
  "name",
  "field",
  "default_sorting_field",
  "enable_nested_fields",
  "token_separators",
  "symbols_to_index",
  "synonym_sets",
  "curation_sets",
  "metadata",
  "voice_query_model",
] as const satisfies readonly (keyof CollectionValues)[];

/** The configuration of an existing collection, without its nodes. Null: the attribute is not set. */
export interface CollectionConfiguration extends Readonly<Pick<CollectionValues, (typeof NAMES)[number]>> {
  /** The number of versions that a live collection keeps: without it, the first plan would delete those beyond the default. */
  readonly retain?: number | null;
}

/** The collections and aliases of a cluster, as code can describe them. */
export interface NodeContents {
  readonly collections: readonly CollectionConfiguration[];
  /** Live collections, under the names of their aliases. Their versions are not in `collections`. */
  readonly liveCollections: readonly CollectionConfiguration[];
  /** Aliases, without those of live collections. */
  readonly aliases: readonly AliasRecord[];
  /** Collections and aliases that no valid configuration describes. */
  readonly leftOut: FoundContents["leftOut"];
}

/**
 * Reads the collections and aliases of a cluster, with two requests to a node.
 * @param own key of this cluster alone. @default - the key of the provider
 */
export async function readNodeContents(
  { service, signal }: NodeCall,
  { id, hostnames }: Pick<ClusterRecord, "id" | "hostnames">,
  own?: DataApiKey,
): Promise<NodeContents> {
  const { value: apiKey, origin: keyOrigin } =
    own ?? requireKnown<DataApiKey>(service.dataApiKey, "data_api_key");
  const target = { urls: nodeUrlsOf(service, { id, hostnames }), apiKey, keyOrigin, named: `cluster ${id}` };
  const nodes = (await nodesClientOf(service)).at(target);
  // One attempt per node: a cluster that does not respond must not delay the others by two minutes.
  const once = { signal, patienceMs: 0 };
  const records = await nodes.call("listCollections", {}, once);
  const aliases = await nodes.call("listAliases", {}, once);
  return contentsOf(id, records, aliases);
}

/** Describes the collections and aliases of a cluster. Pure. */
export function contentsOf(
  clusterId: string,
  records: readonly CollectionRecord[],
  aliases: readonly AliasRecord[],
): NodeContents {
  const found = foundContents({ cluster_id: clusterId, node_urls: null }, records, aliases);
  return {
    collections: found.collections.map(pick),
    liveCollections: found.liveCollections.map((one) => ({ ...pick(one), retain: one.retain ?? null })),
    aliases: found.aliases,
    leftOut: found.leftOut,
  };
}

function pick(values: Partial<CollectionValues>): CollectionConfiguration {
  return Object.fromEntries(
    NAMES.map((name) => [name, values[name] ?? null]),
  ) as unknown as CollectionConfiguration;
}
