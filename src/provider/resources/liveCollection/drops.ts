import type { AliasRecord, CollectionRecord, Snapshots } from "../../../dataPlane";
import { failedAs } from "../../model/errors";
import { countOf } from "../../model/words";
import type { Course } from "./course";
import { versionNamed } from "./model";
import type { NamedVersion } from "./schema";

/** Why a version stays for now, as a sentence; null: it may go. */
type Obstacles = string | null;

interface Sights {
  /** All aliases at each node. */
  readonly aliases: Snapshots<readonly AliasRecord[]>;
  readonly version: Snapshots<CollectionRecord>;
}

/**
 * Decides whether a version may be deleted: no alias leads to it at any node, and it has no more documents than the plan has shown, or
 * than were carried over.
 *
 * @param most the documents that may go with it; null: the plan has not counted them
 */
export function keptBecause(name: string, { aliases, version }: Sights, most: number | null): Obstacles {
  const leading = aliases.seen
    .flatMap(({ value }) => value ?? [])
    .find((one) => one.collection_name === name);
  if (leading) return `Alias "${leading.name}" leads to it.`;
  const unseen = Math.max(aliases.unseen.length, version.unseen.length);
  if (unseen > 0)
    return `${unseen === 1 ? "A node" : `${unseen} nodes`} did not answer, and the alias may still lead to it there.`;
  const counts = version.seen.flatMap(({ value }) => (value === null ? [] : [value.num_documents]));
  if (counts.includes(null)) return "The server does not say how many documents it holds.";
  const documents = Math.max(0, ...counts.map((count) => count ?? 0));
  if (most === null && documents > 0) return `It holds ${countOf(documents)}, which appeared in no plan.`;
  if (most !== null && documents > most)
    return `It holds ${countOf(documents)}, and the plan has shown ${most}: somebody has written to it.`;
  return null;
}

/**
 * Deletes the versions that an update leaves behind, each by its own name: a DELETE by the alias would delete the live version. One that
 * may not go yet stays, with a warning; the next plan shows it again.
 *
 * @param carried what has become of the documents of versions that were live
 */
export async function dropVersions(
  course: Course,
  names: readonly string[],
  carried: ReadonlyMap<string, Carried> = new Map(),
): Promise<void> {
  const { call, save } = course;
  const named = call.privateState?.named ?? [];
  for (const name of names) {
    if (name === course.live() || !versionNamed(course.now(), name)) continue;
    const why = await keptOrDropped(
      course,
      named.find((one) => one.name === name),
      carried.get(name),
      name,
    );
    if (why !== null) {
      call.warn(
        `Version "${name}" was not deleted`,
        `${why} It stays until the next apply, whose plan shows it. The rest of the update is done.`,
      );
      continue;
    }
    course.forget(name);
    save();
  }
}

/** The outcome of an update for the documents of a former live version. */
export interface Carried {
  /** True if all of them are in the live version, unless that has deleted them since. */
  readonly isWhole: boolean;
  /** Their number when the last ones were carried over; null: not known. */
  readonly documents: number | null;
}

/** Separates the unfinished versions, which go first because they take memory, from those that the update still needs. */
export function separated(course: Course, names: readonly string[]) {
  const isEarly = (name: string) => {
    const mark = versionNamed(course.now(), name)?.mark;
    return name !== course.live() && mark !== null && mark !== undefined && mark.step !== "done";
  };
  return { early: names.filter(isEarly), late: names.filter((name) => !isEarly(name)) };
}

async function keptOrDropped(
  course: Course,
  shown: NamedVersion | undefined,
  carried: Carried | undefined,
  name: string,
): Promise<Obstacles> {
  if (shown === undefined) return "No plan has shown that it goes.";
  if (carried === undefined) return drop(course, name, shown.documents);
  if (!carried.isWhole) return "Not all of its documents could be carried over.";
  // What was written to it since the plan has been carried over.
  return drop(course, name, carried.documents);
}

/** Deletes a version. Returns why it stays. */
async function drop(course: Course, name: string, most: number | null): Promise<Obstacles> {
  const { call, nodes, dataPlane } = course;
  const { signal, deadline, log } = call;
  const version = await dataPlane.readCollectionEverywhere(nodes, name, { signal });
  const aliases = await readAliases(course);
  const why = keptBecause(name, { aliases, version }, most);
  if (why !== null) return why;
  log.info(`Deleting version ${name}`, { documents: version.seen[0]?.value?.num_documents });
  await dataPlane.deleteCollection(nodes, name, { signal, deadline, before: version });
  return null;
}

/** Reads all aliases at every node; only that of the live collection, if the key may not list them. */
async function readAliases({ call, nodes, planned }: Course): Promise<Snapshots<readonly AliasRecord[]>> {
  const { signal } = call;
  try {
    return await nodes.everywhere("listAliases", {}, { signal });
  } catch (error) {
    if (!failedAs(error, "auth")) throw error;
    const { seen, unseen } = await nodes.everywhere("getAlias", { path: { name: planned.name } }, { signal });
    return { seen: seen.map(({ url, value }) => ({ url, value: value ? [value] : [] })), unseen };
  }
}
