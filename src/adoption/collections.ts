import type { ClusterRecord } from "../client";
import type { AliasRecord } from "../dataPlane";
import { describeDecomposed, findDecomposed, findProblems } from "../framework";
import { type CollectionValues, collectionSchema } from "../provider/resources/collection/schema";
import { observedSettings } from "../provider/shared/collection/model";
import { collectionValidators } from "../provider/shared/collection/validators";
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
export type CollectionConfiguration = Readonly<Pick<CollectionValues, (typeof NAMES)[number]>>;

interface LeftOutContent {
  readonly type: "collection" | "alias";
  readonly name: string;
  /** A sentence. */
  readonly why: string;
}

/** The collections and aliases of a cluster, as code can describe them. */
export interface NodeContents {
  readonly collections: readonly CollectionConfiguration[];
  readonly aliases: readonly AliasRecord[];
  /** Collections and aliases that no valid configuration describes. */
  readonly leftOut: readonly LeftOutContent[];
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
  const all = [...records].sort(byName).map((record) => {
    const values = { ...observedSettings(record, null), name: record.name };
    return { configuration: pick(values), why: collectionProblem({ ...values, cluster_id: id }) };
  });
  const misnamed = [...aliases].sort(byName).flatMap((alias): LeftOutContent[] => {
    const text = findDecomposed([alias.name, alias.collection_name]);
    return text === undefined ? [] : [{ type: "alias", name: alias.name, why: describeDecomposed(text) }];
  });
  return {
    collections: all.flatMap(({ configuration, why }) => (why === undefined ? [configuration] : [])),
    aliases: aliases.filter(({ name }) => misnamed.every((one) => one.name !== name)).sort(byName),
    leftOut: [
      ...all.flatMap(({ configuration: { name }, why }): LeftOutContent[] =>
        why === undefined ? [] : [{ type: "collection", name, why }],
      ),
      ...misnamed,
    ],
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function pick(values: Partial<CollectionValues>): CollectionConfiguration {
  return Object.fromEntries(
    NAMES.map((name) => [name, values[name] ?? null]),
  ) as unknown as CollectionConfiguration;
}

function collectionProblem(values: Partial<CollectionValues>): string | undefined {
  const all = Object.fromEntries(
    Object.keys(collectionSchema).map((name) => [name, values[name as keyof CollectionValues] ?? null]),
  ) as unknown as CollectionValues;
  const text = findDecomposed(values);
  if (text !== undefined) return describeDecomposed(text);
  const [problem] = findProblems(collectionSchema, collectionValidators, { ...all, created_at: null });
  return problem && `${problem.summary}: ${problem.detail}`;
}
