import type { Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { resolveNodes } from "../../shared/dataPlane";
import { type Answered, answeredIn } from "./checks/answers";
import { type CalledQuery, sentParameters, topOf } from "./query";
import type { Counts, RehearsalCall, RehearsalValues } from "./schema";

export const PURPOSE = "to rehearse an upgrade of";

/** The nodes of the cluster that is to be upgraded. */
export function sourceNodes(
  { service, signal }: Pick<RehearsalCall, "service" | "signal">,
  { cluster_id, api_key }: Pick<RehearsalValues, "cluster_id" | "api_key">,
): Promise<Nodes> {
  return resolveNodes(
    { service, signal },
    { cluster_id, api_key, node_urls: null },
    "to compare what it answers",
  );
}

/** How many documents each collection holds. */
export async function countsOf(nodes: Nodes, signal: AbortSignal): Promise<Counts> {
  const collections = await nodes.call("listCollections", {}, { signal });
  return Object.fromEntries(collections.map(({ name, num_documents }) => [name, num_documents]));
}

/** Runs a query so many times on one cluster. */
export async function answersTo(
  nodes: Nodes,
  query: CalledQuery,
  runs: number,
  signal: AbortSignal,
): Promise<Answered> {
  const search = () =>
    nodes.call(
      "searchDocuments",
      {
        path: { name: query.collection },
        query: sentParameters(query),
        subject: `for the ${query.called}`,
      },
      { signal },
    );
  // Whole documents come with each answer: no more than one is held at a time.
  const first = answeredIn(await search());
  const times = [...first.times];
  while (times.length < runs) times.push(...answeredIn(await search()).times);
  return { ...first, times };
}

/**
 * Runs a query on the source before a clone is paid for.
 *
 * @throws TerraformError where the collection is not there, or the answer cannot be compared.
 */
export async function tryQuery(
  nodes: Nodes,
  query: CalledQuery,
  source: string,
  signal: AbortSignal,
): Promise<void> {
  const { called } = query;
  const { ids, times } = await answersTo(nodes, query, 1, signal).catch(async (error: unknown) => {
    // Servers answer 404 for a field that is not there, too. Where a key may only search, nothing can be told.
    const isMissing =
      failedAs(error, "not_found") && (await sightOf(nodes, query.collection, signal)) === "missing";
    if (!isMissing) throw error;
    throw new TerraformError(
      `Cluster ${source} has no collection "${query.collection}"`,
      `The ${called} searches it. ${error.detail}\n\nNothing was requested. Correct the name, or have the collection made first (depends_on).`,
      ["query"],
    );
  });
  if (query.max_slowdown !== null && times.includes(null))
    throw new TerraformError(
      `The ${called} is answered without a time`,
      `max_slowdown compares how long the servers say that a search took, and cluster ${source} does not say. Nothing was requested. Remove max_slowdown from the query.`,
      ["query"],
    );
  if (topOf(query) === 0 || !ids.includes(undefined)) return;
  throw new TerraformError(
    `The ${called} answers documents without their ids`,
    "The first documents of both clusters are compared by id. Nothing was requested. Let include_fields name id, take it out of exclude_fields, or set " +
      "same_top = 0.",
    ["query"],
  );
}

/** What a key is shown of a collection. */
type Sight = "there" | "missing" | "hidden";

export async function sightOf(nodes: Nodes, name: string, signal: AbortSignal): Promise<Sight> {
  try {
    await nodes.call("getCollection", { path: { name } }, { signal });
    return "there";
  } catch (error) {
    if (failedAs(error, "auth")) return "hidden";
    if (failedAs(error, "not_found")) return "missing";
    throw error;
  }
}
