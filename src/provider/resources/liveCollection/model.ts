import { toInstant } from "../../model/convert";
import { uncapitalized } from "../../model/words";
import { observedSettings } from "../../shared/collection/model";
import { withoutMark } from "../../shared/collection/versionMark";
import { onNodes } from "../../shared/dataPlane";
import {
  type LiveCollectionValues,
  type LiveStep,
  MOST_RETAINED,
  RETAIN,
  type VersionValues,
} from "./schema";
import { type ObservedVersion, type ObservedVersions, versionSettings } from "./versions";

/** Returns the name at the start of a sentence: `Live collection "catalog" of cluster c-1`. */
export function liveDisplayName(
  values: Pick<LiveCollectionValues, "name" | "cluster_id" | "node_urls">,
): string {
  return `Live collection "${values.name}" ${onNodes(values)}`;
}

/** Returns the name within a sentence: `live collection "catalog" of cluster c-1`. */
export function describeLive(values: Parameters<typeof liveDisplayName>[0]): string {
  return uncapitalized(liveDisplayName(values));
}

/** Returns a version by its name. */
export function versionNamed(
  { versions }: Pick<ObservedVersions, "versions">,
  name: string | null,
): ObservedVersion | undefined {
  return versions.find(({ record }) => record.name === name);
}

/**
 * Returns the live version: the one that the alias leads to, if it is that of the state, or if an update has put it in its place.
 * Otherwise that of the state, because somebody else has moved the alias; undefined: it is gone.
 *
 * @param stated `collection_name` of the state; null after an import
 */
export function liveVersionOf(seen: ObservedVersions, stated: string | null): ObservedVersion | undefined {
  const target = versionNamed(seen, seen.target);
  const live = versionNamed(seen, stated);
  return target && (stated === null || isSuccessor(target, stated, live)) ? target : live;
}

function isSuccessor(
  { record, mark }: ObservedVersion,
  stated: string,
  before: ObservedVersion | undefined,
): boolean {
  if (record.name === stated) return true;
  if (mark === null) return false;
  if (mark.step === "settle") return mark.from === stated;
  // After a way back, each has replaced the other: the last time counts.
  const at = mark.retired[stated];
  return mark.step === "done" && at !== undefined && at > (before?.mark?.retired[record.name] ?? 0);
}

/**
 * True if an update has begun to fill a version, and has not moved the alias to it. Not if the version that it was filled from is gone: then
 * its documents may be nowhere else, and it counts as a retained one.
 */
export function isUnfinished(
  { record, mark }: ObservedVersion,
  live: ObservedVersion | null | undefined,
  seen: Pick<ObservedVersions, "versions">,
): boolean {
  if (mark === null || mark.step === "done" || record.name === live?.record.name) return false;
  return mark.from === null || record.num_documents === 0 || versionNamed(seen, mark.from) !== undefined;
}

/** Returns what an apply has left to do. @param live {@link liveVersionOf} */
export function stepOf(seen: ObservedVersions, live: ObservedVersion | undefined): LiveStep {
  if (live === undefined || seen.target !== live.record.name || seen.namesake) return "detached";
  if (live.mark?.step === "settle") return "settling";
  return seen.versions.some((one) => isUnfinished(one, live, seen)) ? "copying" : "ready";
}

/** Converts an alias and its versions to the values of the resource. @param state null after an import */
export function observedLive(
  seen: ObservedVersions,
  state: LiveCollectionValues | null,
): Partial<LiveCollectionValues> {
  const stated = state?.collection_name ?? null;
  const live = liveVersionOf(seen, stated);
  return {
    ...(live && liveSettings(live, state)),
    ...(state === null && importedRetain(seen)),
    collection_name: live?.record.name ?? stated,
    versions: observedVersions(seen, state),
    step: stepOf(seen, live),
  };
}

/** Returns the value of `retain` that keeps all versions which an import has found; none if the default does. */
function importedRetain({ versions }: ObservedVersions): Pick<LiveCollectionValues, "retain"> {
  const retained = versions.length - 1;
  return { retain: retained > RETAIN ? Math.min(retained, MOST_RETAINED) : null };
}

/** Returns the values that describe the live version. */
function liveSettings({ record }: ObservedVersion, state: LiveCollectionValues | null) {
  return observedSettings(withoutMark(record), state && versionSettings(state, record.name));
}

/** Returns the versions for the state: the one that the alias leads to first. */
function observedVersions(seen: ObservedVersions, state: LiveCollectionValues | null): VersionValues[] {
  const values = seen.versions.map(({ record }): VersionValues => {
    const known = state?.versions?.find(({ name }) => name === record.name);
    return {
      name: record.name,
      // A server resets it when it restarts, and each node has its own: the state keeps the first one.
      created_at: known?.created_at ?? toInstant(record.created_at),
      documents: record.num_documents,
      live: record.name === seen.target,
    };
  });
  return [...values.filter(({ live }) => live), ...values.filter(({ live }) => !live)];
}
