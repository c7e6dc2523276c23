import { TerraformError } from "../../framework";
import type { Nodes } from "../../nodes";
import { failedAs } from "../api/errors";
import { nodesOf } from "../nodes";
import { type Answered, answeredIn } from "./checks/answers";
import { calledQuery, sentParameters, topOf } from "./query";
import type { Counts, Query, RehearsalCall, RehearsalValues } from "./schema";

export const PURPOSE = "to rehearse an upgrade of";

/** The nodes of the cluster that is to be upgraded. */
export function sourceNodes(
  { service, signal }: Pick<RehearsalCall, "service" | "signal">,
  { cluster_id, api_key }: Pick<RehearsalValues, "cluster_id" | "api_key">,
): Promise<Nodes> {
  return nodesOf({ service, signal }, { cluster_id, api_key, node_urls: null }, "to compare what it answers");
}

/** How many documents each collection holds. */
export async function countsOf(nodes: Nodes, signal: AbortSignal): Promise<Counts> {
  const collections = await nodes.call("listCollections", {}, { signal });
  return Object.fromEntries(collections.map(({ name, num_documents }) => [name, num_documents ?? 0]));
}

/** Runs a query so many times on one cluster. */
export async function answersTo(
  nodes: Nodes,
  query: Query,
  runs: number,
  signal: AbortSignal,
): Promise<Answered> {
  const search = () =>
    nodes.call(
      "searchDocuments",
      {
        path: { name: query.collection },
        query: sentParameters(query),
        subject: `for the ${calledQuery(query)}`,
      },
      { signal },
    );
  const first = await search();
  const others = [];
  while (others.length < runs - 1) others.push(await search());
  return answeredIn([first, ...others]);
}

/**
 * Runs a query on the source before a clone is paid for.
 *
 * @throws TerraformError where the collection is not there, or the answer cannot be compared.
 */
export async function tryQuery(
  nodes: Nodes,
  query: Query,
  source: string,
  signal: AbortSignal,
): Promise<void> {
  const called = calledQuery(query);
  const { ids } = await answersTo(nodes, query, 1, signal).catch(async (error: unknown) => {
    if (!failedAs(error, "not_found") || !(await isMissing(nodes, query.collection, signal))) throw error;
    throw new TerraformError(
      `Cluster ${source} has no collection "${query.collection}"`,
      `The ${called} searches it. ${error.detail}\n\nNothing was requested. Correct the name, or have the collection made first (depends_on).`,
      ["query"],
    );
  });
  if (topOf(query) === 0 || !ids.includes(undefined)) return;
  throw new TerraformError(
    `The ${called} answers documents without their ids`,
    "The first documents of both clusters are compared by id. Nothing was requested. Let include_fields name id, take it out of exclude_fields, or set " +
      "same_top = 0.",
    ["query"],
  );
}

/** Servers answer 404 for a field that is not there, too. Where a key may only search, nothing can be told. */
async function isMissing(nodes: Nodes, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await nodes.call("getCollection", { path: { name } }, { signal });
    return false;
  } catch (error) {
    if (failedAs(error, "auth")) return false;
    if (failedAs(error, "not_found")) return true;
    throw error;
  }
}
