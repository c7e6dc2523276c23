import type { CollectionRecord } from "../../../dataPlane";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { capitalized, importBlock } from "../../model/words";
import { childId, type NodeValues } from "../dataPlane";
import type { Service } from "../service";
import { aliasOfVersion } from "../thisRun";
import { markOf } from "./versionMark";

type Where = Pick<NodeValues, "cluster_id" | "node_urls">;

/**
 * Returns the alias of the live collection that has a collection as a version: by its mark, or as this run has read it. Undefined: none
 * is known.
 */
export function liveAliasOf(
  service: Service,
  where: Where,
  collection: Pick<CollectionRecord, "name"> & Partial<Pick<CollectionRecord, "metadata">>,
): string | undefined {
  const { name, metadata = null } = collection;
  const known = aliasOfVersion(service, childId({ ...where, api_key: null }, ""), name);
  return known ?? markOf({ metadata })?.alias;
}

/** The plan of an object that names a collection. */
interface Naming {
  readonly warn: (summary: string, detail: string, path?: readonly string[]) => void;
  readonly service: Service;
}

/**
 * Warns of an object that names a version of a live collection, where the alias is meant: the next update puts another version in its
 * place. Only versions that this run has read are known; nothing is sent.
 *
 * @param what at the start of a sentence: `Alias "shop" of cluster c-1`
 */
export function warnOfVersionName(
  { warn, service }: Naming,
  what: string,
  { cluster_id, node_urls }: Plannable<Where>,
  names: readonly (string | unknown)[],
  path: readonly string[],
): void {
  if (isUnknown(cluster_id) || isUnknown(node_urls)) return;
  for (const name of names) {
    if (typeof name !== "string") continue;
    const alias = liveAliasOf(service, { cluster_id, node_urls }, { name });
    if (alias === undefined) continue;
    warn(
      `${what} names a version of live collection "${alias}"`,
      `Collection "${name}" is live, or was, until an edit puts another version in its place; later it is deleted. Name the alias "${alias}" instead: it always leads to the ` +
        "live version, and servers accept it wherever they accept a collection.",
      path,
    );
  }
}

/**
 * Returns the error for managing a version by a type that would delete or edit it by itself.
 *
 * @param what at the start of a sentence: `Collection "catalog_1a2b3c4d" of cluster c-1`
 */
export function isVersionError(what: string, alias: string, where: Where, attempt: string): TerraformError {
  const id = childId({ ...where, api_key: null }, alias);
  return new TerraformError(
    `${capitalized(what)} is a version of live collection "${alias}"`,
    `${attempt} Nothing was changed. searchcloud_live_collection manages its versions itself. To manage it, import it by its alias:\n\n` +
      `${importBlock("live_collection", id)}`,
    ["name"],
  );
}

/** Returns the error for deleting what a live collection consists of. */
export function isPartOfLiveError(what: string, alias: string): TerraformError {
  return new TerraformError(
    `${what} belongs to live collection "${alias}"`,
    "Deleting it would make every search and write by the alias fail. Nothing was changed. If this resource was replaced by a searchcloud_live_collection, remove it from the " +
      "state without deleting anything: a removed block with lifecycle { destroy = false }, or `terraform state rm`. To delete the whole live collection, " +
      "destroy its own resource.",
  );
}
