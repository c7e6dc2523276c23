import type { CollectionRecord } from "../../../dataPlane";
import { sortedJson } from "../../model/jsonText";
import { metadataOf } from "../../shared/collection/model";
import type { SettingsCall } from "../../shared/collection/schema";
import { updateCollection } from "../../shared/collection/update";
import { type VersionMark, withMark, withoutMark } from "../../shared/collection/versionMark";
import type { Course } from "./course";
import { priorOf } from "./fits";
import { versionGoneError } from "./marking";
import { versionNamed } from "./model";
import { versionSettings } from "./versions";

/** Edits a version in place by PATCHes to its own name. Its mark stays in the metadata. */
export async function patchVersion(course: Course, name: string): Promise<void> {
  const { call, prior, planned, nodes, dataPlane } = course;
  const version = versionNamed(course.now(), name);
  if (!version) throw versionGoneError(name);
  const { record, mark } = version;
  const isStated = name === prior.collection_name;
  const before = isStated ? prior : { ...priorOf(record, prior, planned), ...settingsOf(record) };
  const from = { ...versionSettings(before, name), metadata: marked(before.metadata, mark) };
  const to = { ...versionSettings(planned, name), metadata: marked(planned.metadata, mark) };
  // What is saved is said below: the settings of a version that is not live are not those of the state.
  const quiet: SettingsCall = Object.assign(Object.create(call), { saveState: () => undefined });
  call.log.info(`Editing version ${name} in place`);
  try {
    await updateCollection(quiet, from, to);
  } finally {
    // Also after a rejection: the server may have carried out a part.
    const { signal } = call;
    const now = await dataPlane.readCollection(nodes, name, { signal }).catch(() => null);
    if (now) course.note(now);
    if (name === course.live()) course.edited();
    course.save();
  }
}

/** Returns the values of a version that the state does not describe, as far as a PATCH changes them without work. */
function settingsOf(record: CollectionRecord) {
  const { synonym_sets, curation_sets } = record;
  return { synonym_sets, curation_sets, metadata: sortedJson(withoutMark(record).metadata ?? {}) };
}

/** Returns metadata with a mark. Metadata that is not configured is not sent, and keeps the mark. */
function marked(metadata: string | null, mark: VersionMark | null): string | null {
  return metadata === null || mark === null ? metadata : sortedJson(withMark(metadataOf(metadata), mark));
}
