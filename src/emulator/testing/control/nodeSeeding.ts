import { isAtLeast } from "../../dataPlane/call";
import { createdCollection } from "../../dataPlane/collections/create";
import { writeDocument } from "../../dataPlane/documents/write";
import { createdKey } from "../../dataPlane/keys/operations";
import { putNamed } from "../../dataPlane/named/store";
import type { StoredCluster } from "../../domain/store/cluster";
import type { ClusterData, StoredCollection } from "../../domain/store/data";
import type { NamedKind } from "../../domain/store/named";
import type { DataSeed } from "../requests/nodeSeeds";

/** Puts collections, aliases, keys and named records onto a cluster. @throws NodeRefusal for what cannot be */
export function seedData(cluster: StoredCluster, seed: DataSeed, now: number): void {
  const { id, data, search_server_version: version } = cluster;
  const from30 = isAtLeast({ cluster }, "30.0");
  for (const [kind, records] of Object.entries(seed.named ?? {}) as [NamedKind, Record<string, object>][]) {
    for (const [name, body] of Object.entries(records)) {
      putNamed(data, version, kind, name, { ...body });
    }
  }
  for (const { documents = [], created_at, altering_seconds = 0, ...body } of seed.collections ?? []) {
    const createdAt = created_at === undefined ? now : created_at * 1000;
    const collection = createdCollection(data, body, { from30, needsSorting: false, now: createdAt });
    addDocuments(data, collection, documents);
    collection.alteringUntil = now + altering_seconds * 1000;
  }
  for (const [name, target] of Object.entries(seed.aliases ?? {})) data.aliases.set(name, target);
  for (const body of seed.keys ?? []) createdKey(id, data, body, []);
}

/** Stores documents, or replaces those whose id is there. @throws NodeRefusal for one that does not fit */
export function addDocuments(
  data: ClusterData,
  collection: StoredCollection,
  documents: readonly object[],
): void {
  for (const one of documents) {
    const given = { draft: { ...structuredClone(one) }, hasFloats: false };
    writeDocument({ data, collection }, given, { action: "upsert", dirty: "coerce_or_reject" });
  }
}
