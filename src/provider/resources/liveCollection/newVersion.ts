import type { CollectionRecord } from "../../../dataPlane";
import { failedAs } from "../../model/errors";
import { sortedJson } from "../../model/jsonText";
import { fieldBody } from "../../shared/collection/alteration";
import { requireModelKeys } from "../../shared/collection/modelKeys";
import type { CollectionSettings } from "../../shared/collection/schema";
import { type VersionMark, withoutMark } from "../../shared/collection/versionMark";
import type { Course } from "./course";
import { writeMark } from "./marking";
import { describeLive, versionNamed } from "./model";
import {
  answersVersion,
  newVersionName,
  type ObservedVersion,
  versionBody,
  versionSettings,
} from "./versions";

/** A version that is being filled. */
export interface Filling {
  readonly name: string;
  /** Its mark; null: the server keeps none. */
  readonly mark: VersionMark | null;
  /** The id of the apply that has worked on it before, if there was one. */
  readonly former: string | null;
  /** The time since which writes to the live version may be missing in it; null: any document may be. */
  readonly since: number | null;
  /** True if the last request of an interrupted apply may still be carried out. */
  readonly mayBeBusy: boolean;
  /** True if it was complete at some time. */
  readonly isFilled: boolean;
  /** True if this apply, or an interrupted one, has created it for this update: it may be deleted if its documents differ. */
  readonly isNew: boolean;
}

/** Attempts to find a free name: each has 36^8 of them. */
const MOST_NAMES = 5;

/** The name of a new version belongs to somebody else. */
class NameTakenError extends Error {}

/** Creates a version that is to get the documents of another one. Its mark is in the same request, so that no kill can separate them. */
export async function createVersion(course: Course, from: string | null): Promise<Filling> {
  const { call, nodes, dataPlane, planned, run, note } = course;
  const { signal, deadline } = call;
  const live = versionNamed(course.now(), from);
  const mark: VersionMark = {
    alias: planned.name,
    step: from === null ? "done" : "copy",
    run,
    from,
    // An apply that goes on copies only what is missing, and what was written since. Without times, it copies all again.
    since: from === null || planned.updated_at_field === null ? null : dataPlane.timeAt(nodes),
    compared: null,
    recent: null,
    retired: live?.mark?.retired ?? {},
  };
  const key = planned.model_api_key_wo_version === null ? null : (call.config?.model_api_key_wo ?? null);
  requireModelKeys(planned.field.map(fieldBody), key, describeLive(planned));
  for (let names = 1; ; names += 1) {
    const name = newVersionName(planned.name, nodes.randomBytes);
    const settings = settingsLike(versionSettings(planned, name), course.prior, live?.record);
    try {
      if (await dataPlane.readCollectionOrAlias(nodes, name, { signal })) throw new NameTakenError();
      const record = await dataPlane.createCollection(nodes, versionBody(settings, mark, key), {
        isAsRequested: (one) => answersVersion(one, settings, mark),
        taken: () => new NameTakenError(),
        signal,
        deadline,
      });
      const { mark: kept } = note(record);
      call.log.info(`Created version ${name}`, { from });
      return { name, mark: kept, former: null, since: null, mayBeBusy: false, isFilled: false, isNew: true };
    } catch (error) {
      const isTaken = error instanceof NameTakenError || (failedAs(error, "refused") && error.status === 409);
      if (!isTaken || names === MOST_NAMES) throw error;
    }
  }
}

/** Completes the settings of a new version by what the configuration does not manage: it stays as the live version has it. */
export function settingsLike(
  settings: CollectionSettings,
  { voice_query_model: voice }: Pick<CollectionSettings, "voice_query_model">,
  live: CollectionRecord | undefined,
): CollectionSettings {
  if (live === undefined) return settings;
  const { metadata } = withoutMark(live);
  const isVoiceUnmanaged = voice === null && settings.voice_query_model === null;
  return {
    ...settings,
    metadata: settings.metadata ?? (metadata === null ? null : sortedJson(metadata)),
    ...(isVoiceUnmanaged && { voice_query_model: live.voice_query_model?.model_name ?? null }),
  };
}

/**
 * Takes over a version: an unfinished one, or a retained one that becomes live again. Writes the id of this apply into its mark, so that
 * another apply that works on it stops before it moves the alias.
 *
 * @param since the time since which the documents of `from` may be missing in it, if its mark does not say; null: all may be
 */
export async function takeOver(
  course: Course,
  { record, mark }: ObservedVersion,
  { from, since }: { readonly from: string; readonly since: number | null },
): Promise<Filling> {
  const { name } = record;
  const { run, planned } = course;
  const live = versionNamed(course.now(), from);
  const retired = { ...mark?.retired, ...live?.mark?.retired };
  // A version that was live before has documents that no plan has named.
  const isUnfinished = mark !== null && mark.step !== "done";
  const isNew = isUnfinished && mark.from === from && live?.mark?.retired[name] === undefined;
  const former = mark?.run ?? null;
  const keepsMarks = course.now().versions.some((version) => version.mark !== null);
  const known = planned.updated_at_field === null ? null : mark?.since;
  const at = isUnfinished && mark.from === from ? (known ?? null) : since;
  const isFilled = !isUnfinished || at !== null;
  if (!keepsMarks) return { name, mark: null, former, since: at, mayBeBusy: isUnfinished, isFilled, isNew };
  const taken: VersionMark = {
    alias: planned.name,
    step: "copy",
    run,
    from,
    since: at,
    compared: null,
    recent: null,
    retired,
  };
  course.call.log.info(`Going on with version ${name}`, { from });
  // Since this apply has looked, the other one may have moved the alias here.
  await writeMark(course, name, taken, mark);
  return { name, mark: taken, former, since: at, mayBeBusy: isUnfinished, isFilled, isNew };
}
