import type { ObservedVersion, ObservedVersions } from "./versions";

/** The live version, as one look and the state show it. */
export interface Live {
  /** Null: it is gone. */
  readonly version: ObservedVersion | null;
  /** False: the alias is missing, or leads elsewhere. */
  readonly isAttached: boolean;
}

/**
 * Finds the live version. It is the one that the alias leads to, if the state has it so, or if its mark shows that an update has moved
 * the alias there since: the state of that update was lost. Any other target was set outside of Terraform, and the version in the state
 * stays the live one.
 *
 * @param known `collection_name` of the state; null: after an import, the alias alone tells
 */
export function liveOf(seen: ObservedVersions, known: string | null): Live {
  const target = versionNamed(seen, seen.target);
  if (known === null || seen.target === known) return { version: target, isAttached: target !== null };
  const before = versionNamed(seen, known);
  if (target !== null && hasTakenOver(target, known, before)) return { version: target, isAttached: true };
  return { version: before, isAttached: false };
}

/** Returns the version of a name, if there is one. */
export function versionNamed({ versions }: ObservedVersions, name: string | null): ObservedVersion | null {
  return versions.find(({ record }) => record.name === name) ?? null;
}

/** True if an update has moved the alias from a version to this one, and none has moved it back since. */
function hasTakenOver({ record, mark }: ObservedVersion, known: string, before: ObservedVersion | null) {
  if (mark === null) return false;
  if (mark.step === "settle") return mark.from === known;
  const movedAt = mark.retired[known];
  const backAt = before?.mark?.retired[record.name] ?? Number.NEGATIVE_INFINITY;
  return mark.step === "done" && movedAt !== undefined && movedAt > backAt;
}

/** True if an update has begun to fill a version, and has not moved the alias to it. The live version is none. */
export function isUnfinished({ record, mark }: ObservedVersion, live: ObservedVersion | null): boolean {
  return mark !== null && mark.step !== "done" && record.name !== live?.record.name;
}

/** True if an alias has led to this version before: one that is brought up to date for the way back is retained, although unfinished. */
export function wasLive({ record }: ObservedVersion, live: ObservedVersion | null): boolean {
  return live?.mark?.retired[record.name] !== undefined;
}
