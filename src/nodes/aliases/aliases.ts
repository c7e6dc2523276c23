import type { AliasRecord } from "../../api/dataPlane/records";
import type { Nodes } from "../nodes";
import { nullIfMissing } from "../nullIfMissing";
import { sharedList } from "../sharedList";

interface Options {
  readonly signal: AbortSignal;
}

const aliases = sharedList((nodes, signal) => nodes.call("listAliases", {}, { signal }));

/** One alias, for a refresh: those of the same nodes share one list. One that the list lacks is read by its name. */
export async function sharedAlias(nodes: Nodes, name: string, options: Options): Promise<AliasRecord | null> {
  const all = await aliases.get(nodes, options.signal);
  return all.find((alias) => alias.name === name) ?? readAlias(nodes, name, options);
}

/** One alias; null for 404. */
export async function readAlias(nodes: Nodes, name: string, options: Options): Promise<AliasRecord | null> {
  return nullIfMissing(nodes.call("getAlias", { path: { name } }, options));
}

/** Makes an alias, or points it at another collection; searches see either the one or the other. */
export async function putAlias(
  nodes: Nodes,
  { name, collection }: { readonly name: string; readonly collection: string },
  options: Options,
): Promise<AliasRecord> {
  aliases.forget(nodes);
  return nodes.call("upsertAlias", { path: { name }, body: { collection_name: collection } }, options);
}

/** Deletes an alias, not its collection. */
export async function deleteAlias(nodes: Nodes, name: string, options: Options): Promise<void> {
  aliases.forget(nodes);
  await nodes.call("deleteAlias", { path: { name } }, options);
}
