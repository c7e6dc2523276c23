import type { CatchUpStart, CaughtUp, SyncContext, VersionPair } from "../../../dataPlane";
import type { VersionMark } from "../../shared/collection/versionMark";
import { compareVersions } from "./compare";
import type { Course } from "./course";
import { failedBefore } from "./failure";
import { indexesTime } from "./fits";
import { createGuard } from "./guard";
import { writeMark } from "./marking";
import { versionNamed } from "./model";
import { refuseOvertaken } from "./move";
import type { Filling } from "./newVersion";
import { createProgress } from "./progress";

/** Returns what the steps of an update need of it. A field of times counts only if both versions have an index of it. */
export function syncContext({ call, nodes, planned, now }: Course, pair: VersionPair): SyncContext {
  const { updated_at_field: field, updated_at_unit: unit } = planned;
  const isIndexed = [pair.from, pair.to].every((name) => {
    const record = versionNamed(now(), name)?.record;
    return record !== undefined && field !== null && indexesTime(record, field);
  });
  return {
    nodes,
    pair,
    updatedAt: field === null || !isIndexed ? null : { field, unit: unit === "ms" ? "ms" : "s" },
    signal: call.signal,
    deadline: call.deadline,
    onProgress: createProgress(call.log, nodes.clock, pair.to),
  };
}

/** The result of filling a version, right before the alias moves. */
export interface Ready {
  /** The mark of the version, at the step `settle`; null: the server keeps none. */
  readonly mark: VersionMark | null;
  readonly caught: CaughtUp;
}

/**
 * Fills a version from the live one and compares both: at the end, it has everything but the last writes, and its mark says so. A failure
 * leaves the alias where it is (docs/design/live-collections.md#carrying-out).
 */
export async function fillVersion(course: Course, from: string, filling: Filling): Promise<Ready> {
  const pair = { from, to: filling.name };
  const context = { ...syncContext(course, pair), mayWrite: createGuard(course, pair, filling) };
  course.save();
  try {
    return await bringUpToDate(course, context, filling);
  } catch (error) {
    throw await failedBefore(course, { ...filling, from }, error);
  }
}

/** Copies, catches up and compares. */
async function bringUpToDate(course: Course, context: SyncContext, filling: Filling): Promise<Ready> {
  const { dataPlane, run } = course;
  const { from, to } = context.pair;
  let { mark } = filling;
  const { since } = filling;
  const remember = async (more: Partial<VersionMark>) => {
    if (mark === null) return;
    mark = { ...mark, ...more };
    await writeMark(course, to, mark, filling.former);
  };
  await dataPlane.requireRights(context);
  await dataPlane.copyRules(context);
  if (filling.mayBeBusy) await dataPlane.awaitQuiet(context);
  let start: CatchUpStart = { since };
  // Without times of writes, what a version lacks is found by its ids.
  if (since === null && !(filling.isFilled && context.updatedAt === null)) {
    start = await dataPlane.copyDocuments(context);
    // From here on, an apply that goes on has nothing to copy again. A new version knows the time since it was created.
    if (mark?.since === null && context.updatedAt !== null) await remember({ since: start.since });
    // A copy may take hours, in which they may change.
    await dataPlane.copyRules(context);
  }
  const first = await dataPlane.catchUp(context, start);
  const caught = await compareVersions(course, context.pair, first, (last) =>
    dataPlane.catchUp(context, last),
  );
  await dataPlane.requireFilter(context);
  const runs = mark && { own: run, former: filling.former };
  await refuseOvertaken(course, { from, to, runs });
  const { compared } = caught;
  await remember({
    step: "settle",
    // An apply that goes on proves the contents of all that this one has carried over.
    since: caught.begun,
    compared,
    recent: dataPlane.encodeRecent(caught.recent),
  });
  return { mark, caught };
}
