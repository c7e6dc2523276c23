import type { AliasRecord, CollectionRecord } from "../../dataPlane";
import { describeDecomposed, findDecomposed } from "../../framework";
import { type CollectionValues, collectionSchema } from "../resources/collection/schema";
import { observedLive } from "../resources/liveCollection/model";
import { versionsAmong } from "../resources/liveCollection/observe";
import type { LiveCollectionValues } from "../resources/liveCollection/schema";
import { observedSettings } from "../shared/collection/model";
import { collectionValidators } from "../shared/collection/validators";
import { withoutMark } from "../shared/collection/versionMark";
import type { Owner } from "../shared/dataPlane";
import { detachedReason, findLiveCollections } from "./liveCollections";
import { problemAsCode } from "./problems";

/** A collection, a live collection or an alias that no valid configuration describes. */
interface LeftOutContent {
  readonly type: "collection" | "live collection" | "alias";
  readonly name: string;
  /** A sentence. */
  readonly why: string;
}

/** The values of an object after an import, without its nodes. */
type Found<Values> = Partial<Values> & { readonly name: string };

/** The collections and aliases of a server, as code can describe them. */
export interface FoundContents {
  readonly collections: readonly Found<CollectionValues>[];
  /** Live collections, under the names of their aliases. Their versions are not in `collections`. */
  readonly liveCollections: readonly Found<LiveCollectionValues>[];
  /** The names of all live collections, also of those that no valid configuration describes, sorted. */
  readonly liveNames: readonly string[];
  /** Number of collections that are versions of those. */
  readonly versions: number;
  /** Aliases, without those of live collections. */
  readonly aliases: readonly AliasRecord[];
  readonly leftOut: readonly LeftOutContent[];
}

/** The settings of a live collection are those of a collection. */
const COLLECTION = { schema: collectionSchema, validators: collectionValidators as never };

/** Describes the collections and aliases of a server. Pure. */
export function contentsOf(
  where: Owner,
  records: readonly CollectionRecord[],
  aliases: readonly AliasRecord[],
): FoundContents {
  const { live, versions, detached } = findLiveCollections(records, aliases);
  const collections = [...records]
    .filter(({ name }) => !versions.has(name))
    .sort(byName)
    .map((record) => {
      const values = { ...observedSettings(withoutMark(record), null), name: record.name };
      const alias = detached.get(record.name);
      const why =
        alias === undefined ? problemAsCode(COLLECTION, { ...values, ...where }) : detachedReason(alias);
      return { values, why };
    });
  const liveCollections = [...live]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { name: target }]) => {
      const seen = versionsAmong(records, { target, targets: [target] }, { name, known: [] });
      const values = { ...observedLive(seen, null), name };
      return { values, why: problemAsCode(COLLECTION, { ...values, ...where }) };
    });
  const byHand = aliases
    .filter(({ name }) => !live.has(name))
    .sort(byName)
    .map((alias) => {
      const text = findDecomposed([alias.name, alias.collection_name]);
      return { values: alias, why: text === undefined ? undefined : describeDecomposed(text) };
    });
  return {
    collections: describable(collections),
    liveCollections: describable(liveCollections),
    liveNames: [...live.keys()].sort(),
    versions: versions.size,
    aliases: describable(byHand),
    leftOut: [
      ...leftOutOf("collection", collections),
      ...leftOutOf("live collection", liveCollections),
      ...leftOutOf("alias", byHand),
    ],
  };
}

/** An object with the reason why no code can describe it; undefined: code can. */
interface Described<Values> {
  readonly values: Values;
  readonly why: string | undefined;
}

function describable<Values>(all: readonly Described<Values>[]): Values[] {
  return all.flatMap(({ values, why }) => (why === undefined ? [values] : []));
}

function leftOutOf(
  type: LeftOutContent["type"],
  all: readonly Described<{ readonly name: string }>[],
): LeftOutContent[] {
  return all.flatMap(({ values: { name }, why }) => (why === undefined ? [] : [{ type, name, why }]));
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
