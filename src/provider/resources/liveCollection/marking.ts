import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { markOf, type VersionMark, withMark, withoutMark } from "../../shared/collection/versionMark";
import type { Course } from "./course";

/** Writes the mark of a version: a PATCH of its metadata, beside what the user has configured. */
export async function writeMark(
  { call: { signal, deadline }, nodes, dataPlane: { alterCollection }, note }: Course,
  name: string,
  mark: VersionMark,
): Promise<CollectionRecord> {
  const record = await alterCollection(nodes, name, {
    difference(now) {
      // Servers resolve aliases in paths: this would mark the collection of somebody else.
      if (now.name !== name) throw versionGoneError(name);
      if (isDeepStrictEqual(markOf(now), mark)) return null;
      return { metadata: withMark(withoutMark(now).metadata, mark) };
    },
    deadline,
    signal,
  });
  note(record);
  return record;
}

/** The error for a version that somebody has deleted meanwhile. */
export function versionGoneError(name: string): TerraformError {
  return new TerraformError(
    `Version "${name}" was deleted during the update`,
    "Somebody else has deleted it. Plan again: the plan shows what is there now.",
  );
}
