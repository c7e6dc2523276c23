import type { Settled, SettleInput, VersionPair } from "../../../dataPlane";
import { countOf } from "../../model/words";
import type { VersionMark } from "../../shared/collection/versionMark";
import type { Course } from "./course";
import type { Carried } from "./drops";
import { syncContext } from "./fill";
import { writeMark } from "./marking";
import { describeLive, versionNamed } from "./model";
import { aliasLagsError, awaitAlias } from "./move";

/** Ids that a warning names. */
const SHOWN = 10;

interface Settling {
  readonly from: string;
  readonly to: string;
  /** The mark of `to`; null: the server keeps none. */
  readonly mark: VersionMark | null;
}

/**
 * Carries over the last writes after the alias has moved, then marks the version as done.
 *
 * @returns what has become of the documents of the former version
 */
export async function settleVersion(
  course: Course,
  { from, to, mark }: Settling,
  known: SettleInput,
): Promise<Carried> {
  const { dataPlane, call, save } = course;
  // A node that still leads writes to the former version would go on with it afterwards.
  const sights = await awaitAlias(course, to);
  const context = syncContext(course, { from, to });
  const since = context.updatedAt === null ? null : known.since;
  const settled = await dataPlane.settle(context, { ...known, since });
  const { created, updated, deleted, left } = settled;
  call.log.info(`Carried over the last writes (version ${to})`, {
    created,
    updated,
    deleted,
    left: left.length,
  });
  if (!sights.all) throw aliasLagsError(course, { from, to });
  await markDone(course, to, mark, { [from]: known.compared });
  const documents = await countIn(course, from);
  await countIn(course, to);
  save();
  if (left.length > 0) warnLeft(course, from, left);
  return { isWhole: sights.unseen === 0 && left.length === 0, documents };
}

/** Goes on with an interrupted settle, by what the mark of the live version remembers. */
export async function resumeSettling(
  course: Course,
  { from, to }: VersionPair,
  carried: Map<string, Carried>,
): Promise<void> {
  const { dataPlane, call } = course;
  const mark = versionNamed(course.now(), to)?.mark ?? null;
  const isThere = versionNamed(course.now(), from) !== undefined;
  if (mark === null || mark.compared === null || !isThere) {
    if (!isThere) call.log.warn(`Version ${from} is gone: nothing is left to carry over`);
    await markDone(course, to, mark, {});
    course.save();
    return;
  }
  const recent = mark.recent === null ? null : dataPlane.decodeRecent(mark.recent);
  const known = { since: mark.since, compared: mark.compared, before: null, recent };
  carried.set(from, await settleVersion(course, { from, to, mark }, known));
}

/** Returns the largest number of documents that a node shows, and records it; null: not known. */
async function countIn(course: Course, name: string): Promise<number | null> {
  const { nodes, dataPlane, call } = course;
  const { seen } = await dataPlane.readCollectionEverywhere(nodes, name, { signal: call.signal });
  const records = seen.flatMap(({ value }) => value ?? []);
  const counts = records.map(({ num_documents: documents }) => documents);
  const [record] = records;
  const documents = counts.includes(null) ? null : Math.max(0, ...counts.map((count) => count ?? 0));
  if (record) course.note({ ...record, num_documents: documents });
  return documents;
}

/** Marks a live version as done. @param retired when the former live version stopped being live */
export async function markDone(
  course: Course,
  name: string,
  mark: VersionMark | null,
  retired: VersionMark["retired"],
): Promise<void> {
  if (mark === null) return;
  const { [name]: _, ...others } = { ...mark.retired, ...retired };
  await writeMark(course, name, { ...mark, step: "done", recent: null, retired: others });
}

function warnLeft({ call, planned }: Course, from: string, left: Settled["left"]): void {
  const lines = left.slice(0, SHOWN).map(({ id, why }) => `  ${JSON.stringify(id)}: ${why}`);
  const more = left.length > SHOWN ? `\n  and ${left.length - SHOWN} more` : "";
  call.warn(
    `${countOf(left.length)} of ${describeLive(planned)} ${left.length === 1 ? "was" : "were"} not carried over`,
    `They differ between the live version and the former one, "${from}". The provider overwrites nothing that may be newer:\n\n${lines.join("\n")}${more}\n\n` +
      "Compare them, and write the right ones again by the alias.",
  );
}
