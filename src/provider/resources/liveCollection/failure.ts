import type { VersionPair } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs, hasSummary } from "../../model/errors";
import type { VersionMark } from "../../shared/collection/versionMark";
import { isUnreachable, readUnavailable } from "../../shared/dataPlane";
import { AnswersDifferError } from "./compare";
import type { Course } from "./course";
import { OvertakenError, versionGoneError } from "./marking";
import { describeLive } from "./model";
import { refuseOvertaken } from "./move";
import type { Filling } from "./newVersion";

/** Errors that the same update would meet again: its version is of no use. */
const FUTILE = ["DocumentsRefusedError", "VersionsDifferError"];

/** True if an update fails again however often it is resumed: the documents, or the answers, do not fit. Compares names, as lazily loaded. */
function isFutile(error: unknown): boolean {
  return error instanceof AnswersDifferError || (error instanceof Error && FUTILE.includes(error.name));
}

/** Returns an error with a note at its end, for the person at the terminal. An error without a text, a defect, is returned unchanged. */
function withNote(error: unknown, note: string): unknown {
  if (!hasSummary(error)) return error;
  const { detail = "" } = error as { readonly detail?: string };
  const path = error instanceof TerraformError ? error.path : undefined;
  return new TerraformError(error.summary, `${detail}\n\n${note}`.trim(), path);
}

/** Returns the error of an update that has failed before the alias has moved, after what has to be done about the new version. */
export async function failedBefore(
  course: Course,
  { name, isNew, from, mark, former }: Filling & { readonly from: string },
  error: unknown,
): Promise<unknown> {
  // It says itself what is there now.
  if (error instanceof OvertakenError) return error;
  const { planned, call, run } = course;
  const missing = failedAs(error, "not_found") ? await missingOf(course, { from, to: name }) : null;
  if (missing === name) return withNote(versionGoneError(name), messageOf(error));
  if (missing === from) return withNote(liveGoneError(course, { from, to: name }), messageOf(error));
  const leads = `Alias "${planned.name}" still leads to "${course.live()}": searches and writes are as before.`;
  if (!isFutile(error))
    return withNote(
      error,
      `${await reasonFor(course, error)}${leads} Version "${name}" keeps the documents that were copied. Apply again to resume.`,
    );
  if (!isNew) return withNote(error, `${leads} Version "${name}" stays for the way back.`);
  if (planned.keep_on_failure === true)
    return withNote(
      error,
      `${leads} Version "${name}" stays, because keep_on_failure is set: search it by this name (GET /collections/${name}/documents/search). An ` +
        "apply of the same schema resumes it; any other deletes it.",
    );
  try {
    // Another apply may have gone on with it, or somebody may lead the alias there.
    await refuseOvertaken(course, { from, to: name, runs: mark && { own: run, former } });
    await remove(course, name);
    return withNote(error, `${leads} The new version was deleted. Fix the cause, then apply again.`);
  } catch (failed) {
    const why = hasSummary(failed) ? ` (${failed.summary})` : "";
    call.log.warn(`Version ${name} could not be deleted`, { why });
    return withNote(
      error,
      `${leads} The new version "${name}" could not be deleted${why}. Fix the cause, then apply again.`,
    );
  }
}

/** Returns the version of a pair that somebody has deleted; null: none, or the nodes do not say. */
async function missingOf(
  { call, nodes, dataPlane }: Course,
  { from, to }: VersionPair,
): Promise<string | null> {
  const { signal } = call;
  for (const name of [from, to]) {
    const there = await dataPlane.readCollectionEverywhere(nodes, name, { signal }).catch(() => null);
    if (there !== null && dataPlane.isMissingEverywhere(there)) return name;
  }
  return null;
}

function liveGoneError({ planned }: Course, { from, to }: VersionPair): TerraformError {
  return new TerraformError(
    `The live version of ${describeLive(planned)} was deleted during the update`,
    `Somebody else has deleted "${from}", so searches and writes by "${planned.name}" fail unless the alias leads elsewhere now. Version "${to}" keeps the documents that it ` +
      "has. Plan again: the plan shows what takes its place.",
  );
}

function messageOf(error: unknown): string {
  return hasSummary(error) ? `This apply has met it as: ${error.summary}.` : "";
}

async function remove(course: Course, name: string): Promise<void> {
  const { call, nodes, dataPlane, forget, save } = course;
  const { signal, deadline } = call;
  await dataPlane.deleteCollection(nodes, name, { signal, deadline }).catch((error: unknown) => {
    if (!failedAs(error, "not_found")) throw error;
  });
  forget(name);
  save();
}

/** Returns the error of an update that has failed when the alias was about to move, or had moved. */
export async function failedAfter(
  course: Course,
  { from, to, mark }: VersionPair & { readonly mark: VersionMark | null },
  error: unknown,
): Promise<unknown> {
  const { planned, now } = course;
  if (now().target === to && mark === null)
    return withNote(
      error,
      `Alias "${planned.name}" leads to the new version "${to}". The last writes to "${from}" may be missing there. This ` +
        "server keeps no metadata of collections, so the next apply cannot find them. Compare both versions, and write the missing documents by the alias.",
    );
  const note =
    now().target === to
      ? `Alias "${planned.name}" leads to the new version "${to}". The last writes to "${from}" may still be missing there. ` +
        "Apply again to carry them over."
      : `Alias "${planned.name}" may still lead to "${from}", or already to "${to}". Apply again to resume.`;
  return withNote(error, (await reasonFor(course, error)) + note);
}

/** Returns the reason why no node of a cluster answers, as sentences with a space at the end: it is suspended, or being changed. */
async function reasonFor(
  { call, planned: { cluster_id: cluster } }: Course,
  error: unknown,
): Promise<string> {
  if (cluster === null || !isUnreachable(error)) return "";
  const { why } = await readUnavailable(call, cluster).catch(() => ({ why: undefined }));
  return why === undefined ? "" : `${why} `;
}
