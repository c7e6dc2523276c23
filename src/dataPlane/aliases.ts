import type { AliasRecord } from "../api/dataPlane/records";
import type { Nodes, Snapshots } from "./nodes";
import { type Deleted, deleteOnce, putOnce } from "./once/once";
import { listedOrNone } from "./shared";
import { nullIfMissing } from "./snapshots";

interface Options {
  readonly signal: AbortSignal;
}

/**
 * Reads one alias for a refresh: aliases of the same nodes share one list. An alias that the list lacks is read by its name.
 */
export async function readSharedAlias(
  nodes: Nodes,
  name: string,
  options: Options,
): Promise<AliasRecord | null> {
  return (await findListedAlias(nodes, name, options)) ?? readAlias(nodes, name, options);
}

/** Returns an alias from that list, if it has it. */
export async function findListedAlias(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<AliasRecord | undefined> {
  const all = await nodes.shared.aliases.get(
    (stop) => listedOrNone(nodes.call("listAliases", {}, { signal: stop })),
    signal,
  );
  return all.find((alias) => alias.name === name);
}

/** Reads one alias; null for 404. */
export async function readAlias(nodes: Nodes, name: string, options: Options): Promise<AliasRecord | null> {
  return nullIfMissing(nodes.call("getAlias", { path: { name } }, options));
}

/** Reads one alias at every node. */
export function readAliasEverywhere(
  nodes: Nodes,
  name: string,
  options: Options,
): Promise<Snapshots<AliasRecord>> {
  return nodes.everywhere("getAlias", { path: { name } }, options);
}

/**
 * Creates an alias, or points it to another collection; searches see either one or the other. See {@link putOnce}.
 *
 * @param isNew true if it was just found to be missing
 */
export async function putAlias(
  nodes: Nodes,
  { name, collection }: { readonly name: string; readonly collection: string },
  { signal, isNew = false }: Options & { readonly isNew?: boolean },
): Promise<AliasRecord> {
  nodes.shared.aliases.forget();
  return putOnce(nodes, signal, {
    ...telling(nodes, name, signal),
    ...(isNew && { before: null }),
    isWanted: ({ collection_name: now }) => now === collection,
    send: () =>
      nodes.call("upsertAlias", { path: { name }, body: { collection_name: collection } }, { signal }),
  });
}

/** Deletes an alias, not its collection. See {@link deleteOnce}. */
export async function deleteAlias(nodes: Nodes, name: string, { signal }: Options): Promise<Deleted> {
  nodes.shared.aliases.forget();
  return deleteOnce(nodes, signal, {
    ...telling(nodes, name, signal),
    send: () => nodes.call("deleteAlias", { path: { name } }, { signal }),
  });
}

function telling(nodes: Nodes, name: string, signal: AbortSignal) {
  return {
    what: "alias",
    name,
    look: () => readAliasEverywhere(nodes, name, { signal }),
    isSame: (before: AliasRecord, now: AliasRecord) => before.collection_name === now.collection_name,
    describe: ({ collection_name: now }: AliasRecord) => `It points to collection "${now}".`,
  };
}
