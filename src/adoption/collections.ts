import type { ClusterRecord } from "../client";
import type { AliasRecord, CollectionRecord } from "../dataPlane";
import { describeDecomposed, findDecomposed, findProblems } from "../framework";
import { type CollectionValues, collectionSchema } from "../provider/resources/collection/schema";
import { observedSettings } from "../provider/shared/collection/model";
import { collectionValidators } from "../provider/shared/collection/validators";
import { withoutMark } from "../provider/shared/collection/versionMark";
import type { NodeCall } from "../provider/shared/dataPlane";
import { type DataApiKey, nodesClientOf, nodeUrlsOf, requireKnown } from "../provider/shared/service";
import { detachedReason, findLiveCollections } from "./liveCollections";

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
  readonly type: "collection" | "live collection" | "alias";
  readonly name: string;
  /** A sentence. */
  readonly why: string;
}

/** The collections and aliases of a cluster, as code can describe them. */
export interface NodeContents {
  readonly collections: readonly CollectionConfiguration[];
  /** Live collections, under the names of their aliases. Their versions are not in `collections`. */
  readonly liveCollections: readonly CollectionConfiguration[];
  /** Aliases, without those of live collections. */
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
  return contentsOf(id, records, aliases);
}

/** Describes the collections and aliases of a cluster. Pure. */
export function contentsOf(
  clusterId: string,
  records: readonly CollectionRecord[],
  aliases: readonly AliasRecord[],
): NodeContents {
  const { live, versions, detached } = findLiveCollections(records, aliases);
  const describe = (type: "collection" | "live collection", name: string, record: CollectionRecord) => {
    const values = { ...observedSettings(withoutMark(record), null), name };
    const alias = detached.get(record.name);
    const why =
      alias === undefined ? collectionProblem({ ...values, cluster_id: clusterId }) : detachedReason(alias);
    return { type, configuration: pick(values), why };
  };
  const all = [
    ...[...records]
      .filter(({ name }) => !versions.has(name))
      .sort(byName)
      .map((record) => describe("collection", record.name, record)),
    ...[...live]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([alias, one]) => describe("live collection", alias, one)),
  ];
  const described = (type: LeftOutContent["type"]) =>
    all.flatMap((one) => (one.type === type && one.why === undefined ? [one.configuration] : []));
  const byHand = aliases.filter(({ name }) => !live.has(name)).sort(byName);
  const misnamed = byHand.flatMap((alias): LeftOutContent[] => {
    const text = findDecomposed([alias.name, alias.collection_name]);
    return text === undefined ? [] : [{ type: "alias", name: alias.name, why: describeDecomposed(text) }];
  });
  return {
    collections: described("collection"),
    liveCollections: described("live collection"),
    aliases: byHand.filter(({ name }) => misnamed.every((one) => one.name !== name)),
    leftOut: [
      ...all.flatMap(({ type, configuration: { name }, why }): LeftOutContent[] =>
        why === undefined ? [] : [{ type, name, why }],
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
