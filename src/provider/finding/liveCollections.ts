import type { AliasRecord, CollectionRecord } from "../../dataPlane";
import { markOf } from "../shared/collection/versionMark";

/** The live collections of a cluster, by the marks of their versions. */
interface FoundLiveCollections {
  /** The live versions by their aliases. */
  readonly live: ReadonlyMap<string, CollectionRecord>;
  /** Names of the versions, the live ones included. */
  readonly versions: ReadonlySet<string>;
  /** Versions whose alias is missing or leads elsewhere, with its name. */
  readonly detached: ReadonlyMap<string, string>;
}

/** Finds the live collections among the collections and aliases of a cluster. A collection and an alias made by hand are none. */
export function findLiveCollections(
  records: readonly CollectionRecord[],
  aliases: readonly AliasRecord[],
): FoundLiveCollections {
  const targets = new Map(aliases.map(({ name, collection_name: target }) => [name, target]));
  const marked = records.flatMap((record) => {
    const alias = markOf(record)?.alias;
    return alias === undefined ? [] : [{ record, alias }];
  });
  // A collection with the name of an alias takes its requests.
  const hidden = new Set(records.map(({ name }) => name));
  const live = new Map(
    marked
      .filter(({ record, alias }) => targets.get(alias) === record.name && !hidden.has(alias))
      .map(({ record, alias }) => [alias, record]),
  );
  const isOfLive = ({ alias }: { readonly alias: string }) => live.has(alias);
  return {
    live,
    versions: new Set(marked.filter(isOfLive).map(({ record }) => record.name)),
    detached: new Map(
      marked.filter((one) => !isOfLive(one)).map(({ record, alias }) => [record.name, alias]),
    ),
  };
}

/** Returns why a version cannot be described: Terraform finds a live collection by its alias. */
export function detachedReason(alias: string): string {
  return (
    `it is a version of the live collection "${alias}", and no alias "${alias}" leads to a version. ` +
    `Point the alias at the version with the current documents (PUT /aliases/${encodeURIComponent(alias)}), and adopt again`
  );
}
