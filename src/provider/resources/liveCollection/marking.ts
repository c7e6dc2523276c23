import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { markOf, type VersionMark, withMark, withoutMark } from "../../shared/collection/versionMark";
import type { Course } from "./course";
import { describeLive } from "./model";
import type { LiveCollectionValues } from "./schema";

/**
 * Writes the mark of a version: a PATCH of its metadata, beside what the user has configured.
 *
 * @param former the id of the apply that has worked on it before, if this one takes it over; its whole mark, if nothing in it may have changed
 * @throws TerraformError if yet another apply has taken it over
 */
export async function writeMark(
  { call: { signal, deadline }, nodes, dataPlane: { alterCollection }, planned, note }: Course,
  name: string,
  mark: VersionMark,
  former: string | VersionMark | null = null,
): Promise<CollectionRecord> {
  const record = await alterCollection(nodes, name, {
    difference(now) {
      // Servers resolve aliases in paths: this would mark the collection of somebody else.
      if (now.name !== name) throw versionGoneError(name);
      const there = markOf(now);
      if (isDeepStrictEqual(there, mark)) return null;
      const isFormer = typeof former === "object" ? isDeepStrictEqual(there, former) : there?.run === former;
      if (there !== null && there.run !== mark.run && !isFormer) throw overtakenError(planned, name);
      return { metadata: withMark(withoutMark(now).metadata, mark) };
    },
    deadline,
    signal,
  });
  note(record);
  return record;
}

/** Somebody else has changed the alias or the version meanwhile: this apply stops, and leaves everything as it is. */
export class OvertakenError extends TerraformError {
  override name = "OvertakenError";
}

/** The error for a version whose mark shows another apply. */
export function overtakenError(planned: LiveCollectionValues, name: string): OvertakenError {
  return new OvertakenError(
    `Another apply has taken over the update of ${describeLive(planned)}`,
    `The mark of version "${name}" shows that another apply is filling it now, or somebody has replaced its metadata. This one has stopped, and has not moved the alias. Wait until the other one has ended, ` +
      "then plan again.",
  );
}

/** The error for a version that somebody has deleted meanwhile. */
export function versionGoneError(name: string): OvertakenError {
  return new OvertakenError(
    `Version "${name}" was deleted during the update`,
    "Somebody else has deleted it. This apply has stopped, and has not moved the alias. Plan again: the plan shows what is there now.",
  );
}
