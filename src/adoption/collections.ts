import type { ClusterRecord } from "../client";
import type { AliasRecord } from "../dataPlane";
import { decomposedIn, decomposedText, problemsIn } from "../framework";
import { observedCollection } from "../provider/resources/collection/model";
import { type CollectionValues, collectionSchema } from "../provider/resources/collection/schema";
import { collectionValidators } from "../provider/resources/collection/validators";
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

/** What a configuration may say of a collection that exists, but for its nodes; null: it leaves that out. */
export type CollectionConfiguration = Readonly<Pick<CollectionValues, (typeof NAMES)[number]>>;

export interface LeftOutContent {
  readonly type: "collection" | "alias";
  readonly name: string;
  /** As a sentence. */
  readonly why: string;
}

/** What is on the nodes of a cluster, as code can describe it. */
export interface NodeContents {
  readonly collections: readonly CollectionConfiguration[];
  readonly aliases: readonly AliasRecord[];
  /** Collections and aliases that no configuration may describe. */
  readonly leftOut: readonly LeftOutContent[];
}

/**
 * The collections and aliases of a cluster, as an import sees them: two requests to a node.
 * @param own key of this cluster alone; undefined: that of the provider
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
  // Each node is asked once: one cluster that does not answer must not keep an account waiting for two minutes.
  const once = { signal, patienceMs: 0 };
  const records = await nodes.call("listCollections", {}, once);
  const aliases = await nodes.call("listAliases", {}, once);
  const all = [...records].sort(byName).map((record) => {
    const values = { ...observedCollection(record, null), name: record.name };
    return { configuration: pick(values), why: collectionProblem({ ...values, cluster_id: id }) };
  });
  const misnamed = [...aliases].sort(byName).flatMap((alias): LeftOutContent[] => {
    const text = decomposedIn([alias.name, alias.collection_name]);
    return text === undefined ? [] : [{ type: "alias", name: alias.name, why: decomposedText(text) }];
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
  // The service says when it was created, and a configuration may not.
  const text = decomposedIn(values);
  if (text !== undefined) return decomposedText(text);
  const [problem] = problemsIn(collectionSchema, collectionValidators, { ...all, created_at: null });
  return problem && `${problem.summary}: ${problem.detail}`;
}
