import { isAtLeast } from "../../dataPlane/call";
import { createdCollection } from "../../dataPlane/collections/create";
import { changeCollection, checkUpdate } from "../../dataPlane/collections/update";
import { writeDocument } from "../../dataPlane/documents/write";
import { createdKey } from "../../dataPlane/keys/operations";
import { putNamedRecord } from "../../dataPlane/named/store";
import type { StoredCluster } from "../../domain/store/cluster";
import { type ClusterData, emptyData, type StoredCollection } from "../../domain/store/data";
import type { NamedRecordKind } from "../../domain/store/named";
import {
  aliasBody,
  collectionBody,
  type DataSeedBody,
  dataSeed,
  documentsBody,
  namedBody,
} from "../requests/seeds";
import { onCluster, UnknownIdError } from "./act";
import { NODE_FAULTS } from "./nodeFaults";

type Body = Readonly<Record<string, unknown>>;

const COLLECTION = "/clusters/:cluster/collections/:collection";

/** Acts on the data of a cluster's nodes, and on the nodes. */
export const NODE_ACTS = {
  /** Adds collections with documents, aliases, keys and named records to a cluster. @throws Error for invalid ones */
  seedData: onCluster(
    "POST /clusters/:cluster/data",
    { body: dataSeed },
    ({ clock }, cluster, seed: DataSeedBody): void => seedData(cluster, seed, clock.now()),
  ),
  /** Creates a collection outside the API. @throws Error for an invalid one */
  createCollectionOutside: onCluster(
    "POST /clusters/:cluster/collections",
    { body: collectionBody },
    ({ clock }, cluster, body: Body): void => {
      const from30 = isAtLeast({ cluster }, "30.0");
      createdCollection(cluster.data, body, { from30, needsSorting: false, now: clock.now() });
    },
  ),
  /** Changes a collection outside the API, even while an update is in progress. @throws Error for an invalid change */
  patchCollectionOutside: onCluster(
    `PATCH ${COLLECTION}`,
    { body: collectionBody },
    ({ clock, assumptions }, cluster, name: string, body: Body): void => {
      const collection = collectionOf(cluster, name);
      const from30 = isAtLeast({ cluster }, "30.0");
      checkUpdate(body, from30);
      changeCollection(cluster.data, collection, body, { from30, assumptions, now: clock.now() });
    },
  ),
  /** Deletes a collection with its documents. */
  dropCollectionOutside: onCluster(`DELETE ${COLLECTION}`, {}, (_, cluster, name: string): void => {
    cluster.data.collections.delete(collectionOf(cluster, name).name);
  }),
  /** Stores documents, replacing those with the same id. @throws Error for one that does not fit the schema */
  addDocumentsOutside: onCluster(
    `POST ${COLLECTION}/documents`,
    { body: documentsBody },
    (_, cluster, name: string, documents: readonly object[]): void =>
      addDocuments(cluster.data, collectionOf(cluster, name), documents),
  ),
  /** Creates an alias, or points it to another collection. */
  putAliasOutside: onCluster(
    "PUT /clusters/:cluster/aliases/:alias",
    { body: aliasBody },
    (_, { data }, name: string, collection: string): void => void data.aliases.set(name, collection),
  ),
  deleteAliasOutside: onCluster(
    "DELETE /clusters/:cluster/aliases/:alias",
    {},
    (_, { id, data }, name: string): void => {
      if (!data.aliases.delete(name)) throw new UnknownIdError(`Cluster "${id}" has no alias "${name}".`);
    },
  ),
  /** Creates a key of the nodes; its body may contain the `value`. Returns its id. @throws Error for an invalid one */
  createNodeKeyOutside: onCluster(
    "POST /clusters/:cluster/node-keys",
    { body: collectionBody, answers: "id" },
    (_, { id, data }, body: Body): number => createdKey(id, data, body, []).id,
  ),
  /** Revokes a key of the nodes by its id. */
  revokeKeyOutside: onCluster(
    "DELETE /clusters/:cluster/node-keys/:key",
    {},
    (_, { id, data }, key: number | string): void => {
      const others = data.keys.filter((one) => String(one.id) !== String(key));
      if (others.length === data.keys.length) throw new UnknownIdError(`Cluster "${id}" has no key ${key}.`);
      data.keys = others;
    },
  ),
  /** Creates or replaces a synonym set, curation set, preset, stopwords set, analytics rule, stemming dictionary or model. @throws Error for an invalid one */
  putNamedOutside: onCluster(
    "PUT /clusters/:cluster/named/:kind/:name",
    { body: namedBody },
    (_, cluster, kind: NamedRecordKind, name: string, body: Body): void => {
      checkKind(cluster, kind);
      putNamedRecord(cluster.data, cluster.search_server_version, kind, name, body);
    },
  ),
  deleteNamedOutside: onCluster(
    "DELETE /clusters/:cluster/named/:kind/:name",
    {},
    (_, cluster, kind: NamedRecordKind, name: string): void => {
      checkKind(cluster, kind);
      if (cluster.data.named[kind].delete(name)) return;
      throw new UnknownIdError(`Cluster "${cluster.id}" has no "${name}" among its ${kind}.`);
    },
  ),
  /** Rebuilds the servers of a cluster: all data is gone, and key ids start again. */
  rebuildOutside: onCluster("POST /clusters/:cluster/rebuild", {}, (_, { data }): void => {
    Object.assign(data, emptyData());
  }),
  // For the nodes themselves, see nodeFaults.
  ...NODE_FAULTS,
};

function collectionOf({ id, data }: StoredCluster, name: string): StoredCollection {
  const found = data.collections.get(name);
  if (found === undefined)
    throw new UnknownIdError(`Cluster "${id}" has no collection "${name}" in the emulator.`);
  return found;
}

function checkKind({ data }: StoredCluster, kind: NamedRecordKind): void {
  if (Object.hasOwn(data.named, kind)) return;
  throw new UnknownIdError(`Unknown kind "${kind}". Known kinds: ${Object.keys(data.named).join(", ")}.`);
}

/** Adds collections, aliases, keys and named records to a cluster. @throws NodeRefusalError for invalid ones */
export function seedData(cluster: StoredCluster, seed: DataSeedBody, now: number): void {
  const { id, data, search_server_version: version } = cluster;
  const from30 = isAtLeast({ cluster }, "30.0");
  for (const [kind, records] of Object.entries(seed.named ?? {}) as [
    NamedRecordKind,
    Record<string, object>,
  ][]) {
    for (const [name, body] of Object.entries(records)) {
      putNamedRecord(data, version, kind, name, { ...body });
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

/** Stores documents, replacing those with the same id. @throws NodeRefusalError for one that does not fit the schema */
function addDocuments(data: ClusterData, collection: StoredCollection, documents: readonly object[]): void {
  for (const one of documents) {
    const given = { draft: { ...structuredClone(one) }, hasFloats: false };
    writeDocument({ data, collection }, given, { action: "upsert", dirty: "coerce_or_reject" });
  }
}
