import type { CollectionRecord, CreateCollectionBody, OpenBody } from "../../../dataPlane";
import { answersCreate, collectionCreateBody } from "../../shared/collection/model";
import type { ModelKey } from "../../shared/collection/modelKeys";
import type { CollectionSettings } from "../../shared/collection/schema";
import { markOf, type VersionMark, withMark, withoutMark } from "../../shared/collection/versionMark";
import type { LiveCollectionValues } from "./schema";

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
  /** The versions, those first that were live last. */
  readonly versions: readonly ObservedVersion[];
  /** The collection that the alias leads to, if it is none of ours. */
  readonly foreign: CollectionRecord | null;
  /** Every name that a node has given for the target: more than one while nodes lag behind. @default that of `target` */
  readonly targets?: readonly string[];
  /** A collection with the name of the alias: servers send it the requests that name the alias. */
  readonly namesake?: CollectionRecord;
}

const SUFFIX = 8;
const CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a name for a new version: that of the alias with 8 characters of its own. @param randomBytes returns that many */
export function newVersionName(alias: string, randomBytes: (size: number) => Uint8Array): string {
  let own = "";
  while (own.length < SUFFIX) {
    // Bytes beyond the last multiple of 36 would make some characters more likely.
    const bytes = [...randomBytes(SUFFIX)].filter((byte) => byte < 252);
    own += bytes.map((byte) => CHARACTERS[byte % CHARACTERS.length]).join("");
  }
  return `${alias}_${own.slice(0, SUFFIX)}`;
}

/** True if {@link newVersionName} can have made the name. */
export function isVersionName(alias: string, name: string): boolean {
  const own = name.slice(alias.length + 1);
  return (
    name.startsWith(`${alias}_`) && own.length === SUFFIX && [...own].every((one) => CHARACTERS.includes(one))
  );
}

/** Returns the values of a live collection as those of one of its versions. */
export function versionSettings(values: LiveCollectionValues, version: string): CollectionSettings {
  return { ...values, name: version };
}

/** Returns the body of the request that creates a version, with its mark. */
export function versionBody(settings: CollectionSettings, mark: VersionMark, key: ModelKey) {
  const { metadata, ...body } = collectionCreateBody(settings, key) as CreateCollectionBody & {
    readonly metadata?: OpenBody;
  };
  return { ...body, metadata: withMark(metadata ?? null, mark) } as CreateCollectionBody;
}

/** True if a collection is the version that a create was to create. Servers that keep no metadata show no mark. */
export function answersVersion(
  record: CollectionRecord,
  settings: CollectionSettings,
  { run }: VersionMark,
): boolean {
  const mark = markOf(record);
  return (mark === null || mark.run === run) && answersCreate(withoutMark(record), settings);
}
