import { TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { MOST_HITS, pageOf } from "../src/api/dataPlane/requests";
import { check } from "./checks";
import type { ICluster } from "./cluster";
import type { ICollection } from "./collection";
import type { ICollectionAlias } from "./collectionAlias";
import { type SearchParameters, stringsOf } from "./collectionExpectation";
import type { UpgradeRehearsalQuery } from "./generated/upgrade-rehearsal";
import type { INodesPart } from "./nodesPart";
import { resolverOf } from "./order";

/** A search that the clone has to answer as the cluster does. */
export interface UpgradeQueryOptions {
  /**
   * What to call it in the checks and in messages.
   * @default - made of its collection, q and query_by
   */
  readonly name?: string;

  /** The collection or alias of the cluster that is searched, or its name. */
  readonly collection: ICollection | ICollectionAlias | string;

  /** Parameters of the search, by the server's names: `{ q: "shoes", query_by: "title" }`. Both clusters get the same. */
  readonly parameters: SearchParameters;

  /**
   * How many documents, best first, must be the same in the same order, 0 to 250. 0 compares none.
   * @default - 10, or `per_page` of the parameters where that is less
   */
  readonly sameTop?: number;

  /**
   * By how many percent of what the cluster finds the number of documents found may differ, 0 to 100.
   * @default 0
   */
  readonly tolerance?: number;

  /**
   * How many times as long the clone may take, at least 1: the ratio of the medians of five runs each.
   * @default - times are not compared, and the search runs once
   */
  readonly maxSlowdown?: number;
}

/** The blocks `query` of a rehearsal; undefined without any. */
export function queryBlocks(queries: readonly UpgradeQueryOptions[]): UpgradeRehearsalQuery[] | undefined {
  if (queries.length === 0) return undefined;
  return queries.map(({ collection, parameters, ...query }) => ({
    ...query,
    collection: collectionNameOf(collection),
    parameters: stringsOf(parameters),
  }));
}

function collectionNameOf(collection: UpgradeQueryOptions["collection"]): string {
  if (typeof collection === "string") return collection;
  return "aliasName" in collection ? collection.aliasName : collection.collectionName;
}

/** The first key that the collections of the queries are managed with. */
export function keyOfCollections(queries: readonly UpgradeQueryOptions[]): string | undefined {
  const keys = queries.map(({ collection }) =>
    typeof collection === "object" && "apiKey" in collection ? collection.apiKey : undefined,
  );
  return keys.find((key) => key !== undefined);
}

/** @throws for a query that can compare nothing: a deploy would say so only after the clone was paid for. */
export function checkQueries(
  owner: string,
  cluster: ICluster,
  queries: readonly UpgradeQueryOptions[],
): void {
  for (const [index, query] of queries.entries()) {
    const name = isKnown(query.name) ? JSON.stringify(query.name) : `${index + 1}`;
    const place = `${owner}, in the query ${name},`;
    checkCollection(place, cluster, query.collection);
    const { parameters } = query;
    check(
      Token.isUnresolved(parameters) || Object.keys(parameters).length > 0,
      `${place} has no parameters, so that there is nothing to search: pass some, such as { q: "shoes", query_by: "title" }.`,
    );
    checkNumbers(place, query);
  }
  const names = queries.map(({ name }) => name).filter(isKnown);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  check(
    twice === undefined,
    `${owner} has two queries of the name ${JSON.stringify(twice)}, so that nobody could tell their results apart: rename one.`,
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

/** Whether the two are certainly not the same cluster; names that are known only at deploy can stand for any. */
function isElsewhere(part: INodesPart, cluster: ICluster & IConstruct): boolean {
  const resolve = resolverOf(TerraformStack.of(cluster));
  const [one, other] = [part.clusterId, cluster.clusterId].map((id) => resolve(id));
  if (one === undefined || other === undefined || one === other) return false;
  return [/^[^$]*$/, /^\$\{searchcloud_cluster\.[\w-]+\.id\}$/].some(
    (form) => form.test(one) && form.test(other),
  );
}

function checkNumbers(
  place: string,
  { sameTop, tolerance, maxSlowdown, parameters }: UpgradeQueryOptions,
): void {
  check(
    !isKnown(sameTop) || (Number.isInteger(sameTop) && sameTop >= 0 && sameTop <= MOST_HITS),
    `${place} has sameTop ${sameTop}: pass a whole number from 0, which compares no documents, to ${MOST_HITS}.`,
  );
  check(
    !isKnown(tolerance) || (tolerance >= 0 && tolerance <= 100),
    `${place} has tolerance ${tolerance}, but it is a percentage: pass 0 to 100.`,
  );
  check(
    !isKnown(maxSlowdown) || maxSlowdown >= 1,
    `${place} has maxSlowdown ${maxSlowdown}, but it says how many times as long the clone may take: pass at least 1, such as 1.5.`,
  );
  const page = Token.isUnresolved(parameters) ? undefined : pageOf(parameters);
  check(
    !isKnown(sameTop) || page === undefined || sameTop <= page,
    `${place} has sameTop ${sameTop}, but its parameters ask for ${page} documents: raise per_page, or lower sameTop.`,
  );
}

function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined && !Token.isUnresolved(value);
}
