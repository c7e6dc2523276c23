import type { ICollection } from "./collectionInterface";
import type { DataSearchcloudSearch } from "./generated/data-searchcloud-search";
import { Documents } from "./generated/documents";
import { runAfter } from "./order";

/** The reader runs after all imports into the collection, those that come later in the program too. */
export function readAfterImports(collection: ICollection, reader: DataSearchcloudSearch | Documents): void {
  const { clusterId: cluster_id, nodeUrls: node_urls, collectionName } = collection;
  const place = { cluster_id, node_urls, collection: collectionName };
  runAfter(reader, (resolve) => {
    const wanted = Object.entries(resolve(place)).map(
      ([name, value]) => [name, JSON.stringify(value)] as const,
    );
    return ({ type, attributes }) =>
      type === Documents.tfResourceType &&
      wanted.every(([name, value]) => JSON.stringify(attributes[name]) === value);
  });
}
