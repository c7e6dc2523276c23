import type { CollectionRecord, OpenBody } from "../../../dataPlane";
import { isObject } from "../../model/jsonText";

/** The property of `metadata` in which a version keeps its mark (docs/design/live-collections.md#mark). */
export const MARK = "searchcloud_live_collection";

/**
 * The mark of a version: proof that it is one, and the step and the thresholds of the update that made it. Times are milliseconds since
 * the epoch, by the clock of the nodes.
 */
export interface VersionMark {
  /** The alias. */
  readonly alias: string;
  /** `copy`: it is being filled. `settle`: the alias moves, or has moved; the last writes follow. `done`: nothing is left to do. */
  readonly step: "copy" | "settle" | "done";
  /** A random id of the apply that works on it: another one that finds it here stops. */
  readonly run: string;
  /** The version whose documents it gets; null for the first version. */
  readonly from: string | null;
  /** The time before which every write of `from` is in it. */
  readonly since: number | null;
  /** The time at which the ids of both were last compared, before the alias moved. */
  readonly compared: number | null;
  /** Hashes of the documents that were in it then and had been written shortly before (docs/design/live-collections.md#recent). */
  readonly recent: string | null;
  /** The times at which versions stopped being live, by their names. */
  readonly retired: { readonly [version: string]: number };
}

/** Returns the mark of a version; null if it has none that can be read. */
export function markOf({ metadata }: Pick<CollectionRecord, "metadata">): VersionMark | null {
  const mark = metadata?.[MARK];
  if (!isObject(mark) || typeof mark.alias !== "string" || typeof mark.run !== "string") return null;
  const { alias, run, step, from, since, compared, recent, retired } = mark;
  if (step !== "copy" && step !== "settle" && step !== "done") return null;
  const times = Object.entries(isObject(retired) ? retired : {}).filter(([, at]) => typeof at === "number");
  return {
    alias,
    step,
    run,
    from: typeof from === "string" ? from : null,
    since: typeof since === "number" ? since : null,
    compared: typeof compared === "number" ? compared : null,
    recent: typeof recent === "string" ? recent : null,
    retired: Object.fromEntries(times) as VersionMark["retired"],
  };
}

/** Returns metadata with a mark beside what the user has configured. */
export function withMark(metadata: OpenBody | null, mark: VersionMark): OpenBody {
  return { ...metadata, [MARK]: mark };
}

/** Returns a record as if it had no mark: its metadata is the user's alone. */
export function withoutMark<R extends Pick<CollectionRecord, "metadata">>(record: R): R {
  if (record.metadata === null || !(MARK in record.metadata)) return record;
  const { [MARK]: _, ...rest } = record.metadata;
  return { ...record, metadata: Object.keys(rest).length > 0 ? rest : null };
}
