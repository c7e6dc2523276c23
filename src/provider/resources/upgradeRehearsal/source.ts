import type { Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { type NamedQuery, topOf } from "../../shared/comparison/answers";
import type { DocumentCounts } from "../../shared/comparison/documents";
import { runQuery } from "../../shared/comparison/queries";
import { resolveNodes } from "../../shared/dataPlane";
import type { RehearsalCall, RehearsalValues } from "./schema";

export const REHEARSAL_PURPOSE = "to rehearse an upgrade of";

/** Opens the nodes of the cluster to upgrade. */
export function openSourceNodes(
  { service, signal }: Pick<RehearsalCall, "service" | "signal">,
  { cluster_id, api_key }: Pick<RehearsalValues, "cluster_id" | "api_key">,
): Promise<Nodes> {
  return resolveNodes(
    { service, signal },
    { cluster_id, api_key, node_urls: null },
    "to compare what it answers",
  );
}

/** Reads the number of documents in each collection. */
export async function readCounts(nodes: Nodes, signal: AbortSignal): Promise<DocumentCounts> {
  const collections = await nodes.call("listCollections", {}, { signal });
  return Object.fromEntries(collections.map(({ name, num_documents }) => [name, num_documents]));
}

/**
 * Runs a query on the source before a clone is paid for.
 *
 * @throws TerraformError if the collection is missing, or the response cannot be compared.
 */
export async function tryQuery(
  nodes: Nodes,
  query: NamedQuery,
  source: string,
  signal: AbortSignal,
): Promise<void> {
  const { displayName } = query;
  const { ids, times } = await runQuery({ nodes }, query, 1, signal).catch(async (error: unknown) => {
    // Servers also answer 404 for a missing field. With a key that may only search, the two look the same.
    const isMissing =
      failedAs(error, "not_found") && (await readVisibility(nodes, query.collection, signal)) === "missing";
    if (!isMissing) throw error;
    throw new TerraformError(
      `Cluster ${source} has no collection "${query.collection}"`,
      `The ${displayName} searches it. ${error.detail}\n\nNothing was requested. Correct the name, or create the collection first (depends_on).`,
      ["query"],
    );
  });
  if (query.max_slowdown !== null && times.includes(null))
    throw new TerraformError(
      `The ${displayName} is answered without a time`,
      `max_slowdown compares the times that the servers report for a search, and cluster ${source} reports none. Nothing was requested. Remove max_slowdown from the query.`,
      ["query"],
    );
  if (topOf(query) === 0 || !ids.includes(undefined)) return;
  throw new TerraformError(
    `The ${displayName} answers documents without their ids`,
    "The first documents of both clusters are compared by id. Nothing was requested. Add id to include_fields, remove it from exclude_fields, or set " +
      "same_top = 0.",
    ["query"],
  );
}

/** Reads whether a key can see a collection. */
export async function readVisibility(
  nodes: Nodes,
  name: string,
  signal: AbortSignal,
): Promise<"visible" | "missing" | "hidden"> {
  try {
    await nodes.call("getCollection", { path: { name } }, { signal });
    return "visible";
  } catch (error) {
    if (failedAs(error, "auth")) return "hidden";
    if (failedAs(error, "not_found")) return "missing";
    throw error;
  }
}
