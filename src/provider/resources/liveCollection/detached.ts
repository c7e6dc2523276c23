import type { VersionMark } from "../../shared/collection/versionMark";
import type { Course } from "./course";
import { isCarriedBack } from "./decide";
import type { Carried } from "./drops";
import { writeMark } from "./marking";
import { describeLive, versionNamed } from "./model";
import { moveAlias } from "./move";
import { createVersion } from "./newVersion";
import { markDone, settleVersion } from "./settling";

/**
 * Points the alias at the live version again, which somebody has moved. What was written to another version of ours meanwhile is carried
 * over as after any move, so that nothing newer is overwritten.
 *
 * @param from the version of ours that the alias leads to; null: none
 */
export async function reattach(
  course: Course,
  { to, from }: { readonly to: string; readonly from: string | null },
  carried: Map<string, Carried>,
): Promise<void> {
  const { call, run, nodes } = course;
  const now = course.now();
  const { target } = now;
  const live = versionNamed(now, to);
  const used = versionNamed(now, from);
  const mark = live?.mark ?? null;
  const since = from === null ? undefined : mark?.retired[from];
  const isCarried = live !== undefined && isCarriedBack(live, used, course.planned);
  if (from === null || mark === null || !isCarried || mark.step === "settle" || since === undefined) {
    await moveAlias(course, { from: target, to });
    // Otherwise, an interrupted update goes on, and carries them over.
    const isDue = mark?.step === "settle" && mark.from === target;
    if (isCarried || isDue || target === null) return;
    warnNotCarried(course, target);
    // It was in use, so it is no longer one that an update may fill: its documents may be nowhere else.
    if (used && used.mark !== null && used.mark.step !== "done")
      await writeMark(course, used.record.name, { ...used.mark, run, step: "done", recent: null }, used.mark);
    return;
  }
  const known = { since, compared: since, before: null, recent: null };
  const settling: VersionMark = { ...mark, run, step: "settle", from, since, compared: since, recent: null };
  await writeMark(course, to, settling, mark.run);
  await moveAlias(course, { from: target, to });
  call.log.info(`Carrying over what was written to version ${from}`, { since, now: nodes.clock.now() });
  carried.set(from, await settleVersion(course, { from, to, mark: settling }, known));
}

/** Nobody can tell what is newer, or what was deleted. */
function warnNotCarried({ call, planned }: Course, from: string): void {
  call.warn(
    `Documents written to "${from}" were not carried over`,
    `The alias of ${describeLive(planned)} had been pointed at it outside of Terraform. It leads to the live version again. The provider cannot tell which documents were ` +
      `written to "${from}" meanwhile, and left the collection as it is. If they matter, import them by the alias.`,
  );
}

/**
 * Puts a version in the place of the live one, which is gone.
 *
 * @param to the retained version that takes its place; null: a new, empty one
 */
export async function succeed(course: Course, to: string | null): Promise<void> {
  const { call, planned } = course;
  const gone = course.live();
  const { target } = course.now();
  const name = to ?? (await createVersion(course, null)).name;
  await moveAlias(course, { from: target, to: name });
  const mark = versionNamed(course.now(), name)?.mark ?? null;
  const isPartial = mark !== null && mark.step === "copy";
  if (to !== null && isPartial) await markDone(course, name, mark, {});
  call.warn(
    `The live version of ${describeLive(planned)} was gone`,
    to === null
      ? `"${gone}" was deleted outside of Terraform, and no other version had this schema. The alias leads to a new, empty version, "${name}": import the documents again.`
      : `"${gone}" was deleted outside of Terraform. Version "${name}" took its place, with the documents that ${isPartial ? "an interrupted update has copied to it" : "it had when it stopped being live"}.`,
  );
}
