import type { AliasRecord, CollectionRecord, Nodes, Snapshots } from "../../../dataPlane";
import { markOf } from "../../shared/collection/versionMark";
import type { DataPlane } from "../../shared/service";
import type { LiveCollectionValues } from "./schema";
import { isVersionName, type ObservedVersion, type ObservedVersions } from "./versions";

interface Names {
  /** The alias. */
  readonly name: string;
  /** The versions that the state has. */
  readonly known: readonly string[];
}

interface Look {
  readonly signal: AbortSignal;
  /** True for a refresh: lists that other objects on the same nodes have read within two minutes. @default false */
  readonly shared?: boolean;
  /** True where a node that lags behind must not decide: every node is asked. @default false */
  readonly everywhere?: boolean;
}

/** Returns the names of the versions in the state, the live one first. */
export function knownVersions({
  collection_name: live,
  versions,
}: Pick<LiveCollectionValues, "collection_name" | "versions">): string[] {
  const names = (versions ?? []).map(({ name }) => name);
  return [...new Set([live, ...names])].filter((name) => name !== null);
}

/**
 * Reads an alias and its versions. Versions that the state does not know are found by their marks in the list of collections, if the
 * key may list them; those that the list lacks are read by their names.
 */
export async function observeVersions(
  nodes: Nodes,
  dataPlane: DataPlane,
  { name, known }: Names,
  look: Look,
): Promise<ObservedVersions> {
  const [targets, lists] = await Promise.all([
    readTargets(nodes, dataPlane, name, look),
    readLists(nodes, dataPlane, look),
  ]);
  const found = new Map(agreedRecords(lists).map((record) => [record.name, record]));
  const missing = [...new Set([...known, ...targets.targets])].filter((one) => !found.has(one));
  const read = await Promise.all(missing.map((one) => readByName(nodes, dataPlane, one, look)));
  for (const record of read) if (record) found.set(record.name, record);
  return versionsAmong([...found.values()], targets, { name, known });
}

/** Finds the versions of an alias among collections. Pure. */
export function versionsAmong(
  records: readonly CollectionRecord[],
  targets: Pick<ObservedVersions, "target" | "targets">,
  { name, known }: Names,
): ObservedVersions {
  // Whoever copies the schema of a version copies its mark: the name must be one of ours, too.
  const isMarked = (record: CollectionRecord) =>
    markOf(record)?.alias === name &&
    (targets.targets?.includes(record.name) || isVersionName(name, record.name));
  const isOurs = (record: CollectionRecord) =>
    record.name !== name && (known.includes(record.name) || isMarked(record));
  const versions = records
    .filter(isOurs)
    .map((record): ObservedVersion => ({ record, mark: markOf(record) }));
  const other = records.find((record) => record.name === targets.target);
  const namesake = records.find((record) => record.name === name);
  return {
    ...targets,
    versions: byLastUse(versions),
    foreign: other === undefined || isOurs(other) ? null : other,
    ...(namesake && { namesake }),
  };
}

/** Reads the target of the alias: of several answers the one that most nodes give. */
async function readTargets(
  nodes: Nodes,
  { readAlias, readSharedAlias, readAliasEverywhere }: DataPlane,
  name: string,
  { signal, shared, everywhere }: Look,
): Promise<{ readonly target: string | null; readonly targets: readonly string[] }> {
  if (everywhere) return agreedTarget(await readAliasEverywhere(nodes, name, { signal }));
  const record = await (shared ? readSharedAlias : readAlias)(nodes, name, { signal });
  return { target: record?.collection_name ?? null, targets: record ? [record.collection_name] : [] };
}

/** Returns what most nodes answer, and every collection that any of them names. Exported for its test. */
export function agreedTarget({ seen }: Pick<Snapshots<AliasRecord>, "seen">) {
  const answers = seen.map(({ value }) => value?.collection_name ?? null);
  const votes = new Map<string | null, number>();
  for (const answer of answers) votes.set(answer, (votes.get(answer) ?? 0) + 1);
  const [most] = [...votes].sort(([, a], [, b]) => b - a);
  return {
    target: most?.[0] ?? null,
    targets: [...votes.keys()].filter((answer) => answer !== null),
  };
}

/** Reads the list of collections; of every node if each is asked. */
async function readLists(
  nodes: Nodes,
  { listCollections, listSharedCollections, listCollectionsEverywhere }: DataPlane,
  { signal, shared, everywhere }: Look,
): Promise<readonly (readonly CollectionRecord[])[]> {
  if (everywhere) return listCollectionsEverywhere(nodes, { signal });
  return [await (shared ? listSharedCollections : listCollections)(nodes, { signal })];
}

async function readByName(
  nodes: Nodes,
  { readCollection, readCollectionEverywhere }: DataPlane,
  name: string,
  { signal, everywhere }: Look,
): Promise<CollectionRecord | undefined> {
  if (!everywhere) return (await readCollection(nodes, name, { signal })) ?? undefined;
  const { seen } = await readCollectionEverywhere(nodes, name, { signal });
  const records = seen.flatMap(({ value }) => value ?? []);
  return records.length > 0 ? agreedRecord(records) : undefined;
}

/** Returns the collections that at least half of the lists have: a node that lags behind lists what is gone. Exported for its test. */
export function agreedRecords(lists: readonly (readonly CollectionRecord[])[]): CollectionRecord[] {
  const named = groupsOf(lists.flat(), ({ name }) => name);
  return named.filter((all) => all.length * 2 >= lists.length).map(agreedRecord);
}

/** Returns one collection as most nodes show it, with the largest number of documents that any shows: a node that lags has too few. */
function agreedRecord(records: readonly CollectionRecord[]): CollectionRecord {
  const shown = ({ num_documents: _, created_at: __, ...record }: CollectionRecord) => JSON.stringify(record);
  const [most = []] = groupsOf(records, shown).sort((a, b) => b.length - a.length);
  const counts = records.map(({ num_documents: documents }) => documents);
  const documents = counts.some((count) => count === null) ? null : Math.max(...counts.map(Number));
  return { ...(most[0] as CollectionRecord), num_documents: documents };
}

function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
}

/**
 * Sorts versions: first those that never stopped being live, then by the time when they did. `created_at` only breaks ties, because a
 * restart of the server resets it (docs/design/data-plane.md#identity).
 */
export function byLastUse(versions: readonly ObservedVersion[]): ObservedVersion[] {
  const retiredAt = ({ record: { name } }: ObservedVersion) =>
    Math.max(...versions.map(({ mark }) => mark?.retired[name] ?? Number.NEGATIVE_INFINITY));
  const time = (version: ObservedVersion) => {
    const at = retiredAt(version);
    return at === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : at;
  };
  return [...versions].sort((a, b) => {
    const [first, second] = [time(a), time(b)];
    if (first !== second) return second - first;
    const younger = (b.record.created_at ?? 0) - (a.record.created_at ?? 0);
    return younger || (a.record.name < b.record.name ? -1 : 1);
  });
}
