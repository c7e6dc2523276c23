import { isRecord } from "../../domain/rules/fields";
import { type ClusterData, copyOfCollection, type StoredCollection } from "../../domain/store/data";
import { refused } from "../call";
import { addCollection, emptyCollection } from "./create";

/**
 * Creates a collection as another one is, but for its metadata and its documents.
 * @param source its name; an alias is none
 * @param now epoch milliseconds
 * @throws NodeRefusal 400
 */
export function clonedCollection(
  data: ClusterData,
  source: string,
  given: unknown,
  now: number,
): StoredCollection {
  const found = data.collections.get(source);
  if (found === undefined) throw refused(`Collection with name \`${source}\` not found.`);
  const name = isRecord(given) ? given.name : undefined;
  if (typeof name !== "string") throw refused("Collection name must be provided.");
  if (data.collections.has(name)) throw refused(`Collection with name \`${name}\` already exists.`);
  const { synonyms, overrides } = copyOfCollection(found);
  return addCollection(data, {
    ...found,
    ...emptyCollection(now),
    ...{ name, synonyms, overrides, metadata: {} },
  });
}
