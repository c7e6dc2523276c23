import { type TerraformProvider, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { check } from "./checks";
import type { ICluster } from "./clusterBase";
import type { ICollection } from "./collection";
import type { ICollectionAlias } from "./collectionAlias";
import type { SearchParameters } from "./collectionExpectation";
import { checkComparedQueries, comparedBlock } from "./comparedQueries";
import { DataProvider } from "./dataProvider";
import type { UpgradeRehearsalQuery } from "./generated/upgrade-rehearsal";
import type { GivenKey, INodesPart } from "./nodesPart";
import { resolverOf } from "./order";

/** A search whose results on the clone must match those of the cluster. */
export interface UpgradeQueryOptions {
  /**
   * Name in the checks and in messages.
   * @default - derived from its collection, q and query_by
   */
  readonly name?: string;

  /** The collection or alias to search, or its name. */
  readonly collection: ICollection | ICollectionAlias | string;

  /** Parameters of the search, by the server's names: `{ q: "shoes", query_by: "title" }`. They are the same for both clusters. */
  readonly parameters: SearchParameters;

  /**
   * Number of top documents that must be equal and in the same order, 0 to 250. 0 compares none.
   * @default - 10, or `per_page` of the parameters if that is less
   */
  readonly sameTop?: number;

  /**
   * Allowed difference in the number of found documents, in percent of the cluster's number, 0 to 100.
   * @default 0
   */
  readonly tolerance?: number;

  /**
   * Allowed ratio of the clone's to the cluster's search time, at least 1: the medians of five runs each.
   * @default - times are not compared, and the search runs once
   */
  readonly maxSlowdown?: number;
}

/** Returns the blocks `query` of a rehearsal; undefined without queries. */
export function queryBlocks(queries: readonly UpgradeQueryOptions[]): UpgradeRehearsalQuery[] | undefined {
  if (queries.length === 0) return undefined;
  return queries.map((query) => ({
    ...comparedBlock(query),
    collection: collectionNameOf(query.collection),
  }));
}

function collectionNameOf(collection: UpgradeQueryOptions["collection"]): string {
  if (typeof collection === "string") return collection;
  return "aliasName" in collection ? collection.aliasName : collection.collectionName;
}

/** Returns the first key among those of the queries' collections. */
export function keyOfCollections(queries: readonly UpgradeQueryOptions[]): GivenKey | undefined {
  const collections = queries.flatMap(({ collection }) =>
    typeof collection === "object" && "collectionName" in collection ? [collection] : [],
  );
  const keyed = collections.find((collection) => collection.apiKey ?? dataProviderOf(collection));
  return keyed && { apiKey: keyed.apiKey, provider: dataProviderOf(keyed) };
}

function dataProviderOf({ apiKey, provider }: ICollection): TerraformProvider | undefined {
  return apiKey === undefined && provider instanceof DataProvider ? provider : undefined;
}

/** @throws for a query that cannot compare anything: a deploy would report it only after the clone was paid for. */
export function checkQueries(
  owner: string,
  cluster: ICluster,
  queries: readonly UpgradeQueryOptions[],
): void {
  checkComparedQueries(owner, queries, (place, { collection }) =>
    checkCollection(place, cluster, collection),
  );
}

function checkCollection(
  place: string,
  cluster: ICluster,
  collection: UpgradeQueryOptions["collection"],
): void {
  const isMissing = collection === undefined || (typeof collection === "string" && collection.trim() === "");
  check(!isMissing, `${place} has no collection: pass a collection of the cluster, or its name.`);
  if (typeof collection === "string") return;
  check(
    !isElsewhere(collection, cluster),
    `${place} has the collection ${collection.node.path}, which is not on the cluster ${cluster.node.path}: pass one that is.`,
  );
}

/** True if the two are certainly different clusters. An id that is known only at deploy could be any. */
function isElsewhere(part: INodesPart, cluster: ICluster & IConstruct): boolean {
  const resolve = resolverOf(TerraformStack.of(cluster));
  const [one, other] = [part.clusterId, cluster.clusterId].map((id) => resolve(id));
  if (one === undefined || other === undefined || one === other) return false;
  return [/^[^$]*$/, /^\$\{searchcloud_cluster\.[\w-]+\.id\}$/].some(
    (form) => form.test(one) && form.test(other),
  );
}
