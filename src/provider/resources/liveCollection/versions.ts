import type { CollectionRecord } from "../../../dataPlane";
import type { VersionMark } from "../../shared/collection/versionMark";

/** A version that exists. It is ours: its mark names the alias, or the state has it. */
export interface ObservedVersion {
  /** As the server has it, with the mark in `metadata`. */
  readonly record: CollectionRecord;
  /** Null: it was made by hand before an import, or the server keeps no metadata. */
  readonly mark: VersionMark | null;
}

/** The alias and its versions, as one look has shown them. */
export interface ObservedVersions {
  /** The name of the collection that the alias leads to, which may not exist; null: there is no alias. */
  readonly target: string | null;
  /** The versions, newest first. */
  readonly versions: readonly ObservedVersion[];
  /** The collection that the alias leads to, if it is none of ours. */
  readonly foreign: CollectionRecord | null;
}
