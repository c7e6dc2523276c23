import type { AdoptedCluster, AdoptedCollection, AdoptedProject, LeftOut } from "./model";
import { codeNamesFor, type Nameable } from "./names";
import type { ReadCluster } from "./read";

const LEFT_OUT_AS = {
  alias: "Alias",
  collection: "Collection",
  "live collection": "Live collection",
} as const;

/**
 * Plans the project for what has been read, and the remarks about what it leaves out. Pure.
 * @param taken names that the project already has
 */
export function planProject(
  read: readonly ReadCluster[],
  taken?: ReadonlySet<string>,
): { project: AdoptedProject; remarks: string[] } {
  const sorted = [...read].sort(byName);
  const configurable = sorted.flatMap(({ found: { record }, reading }) => {
    const { description } = reading ?? {};
    return reading && description?.kind === "configurable" ? [{ ...reading, description, record }] : [];
  });
  const leftOut = sorted.flatMap(({ found: { record }, why, reading }): LeftOut[] => {
    const { id, name, status } = record;
    if (why !== undefined) return [{ id, name, status, why }];
    const { description } = reading ?? {};
    return description?.kind === "left out"
      ? [{ id, name, status: description.status, why: description.why }]
      : [];
  });

  const clusterNames = nameAll(
    configurable.map(({ id, record: { name } }) => ({ id, name, qualifier: id })),
    "cluster",
    taken,
  );
  const collections = configurable.flatMap(({ id, contents }) =>
    (contents?.collections ?? []).map((attributes) => ({ cluster: id, name: attributes.name, attributes })),
  );
  const liveCollections = configurable.flatMap(({ id, contents }) =>
    (contents?.liveCollections ?? []).map((attributes) => ({
      cluster: id,
      name: attributes.name,
      attributes,
    })),
  );
  const aliases = configurable.flatMap(({ id, contents }) =>
    (contents?.aliases ?? []).map((alias) => ({ ...alias, cluster: id })),
  );
  const nameable = ({ cluster, name }: { readonly cluster: string; readonly name: string }): Nameable => ({
    id: `${cluster}/${name}`,
    name,
    qualifier: clusterNames(cluster).constructId,
  });
  const collectionNames = nameAll([...collections, ...liveCollections].map(nameable), "collection", taken);
  const aliasNames = nameAll(aliases.map(nameable), "alias", taken);

  const adopted = ({ cluster, name, attributes }: (typeof collections)[number]): AdoptedCollection => {
    const importId = `${cluster}/${name}`;
    return { ...collectionNames(importId), importId, attributes };
  };
  const clusters = configurable.map(({ id, description, ownKey, contents }): AdoptedCluster => {
    const { configuration, ignored, nodeCounts, isWithoutNodes, notes, parameters } = description;
    return {
      ...clusterNames(id),
      id,
      attributes: configuration,
      ignored,
      nodeCounts,
      isSuspended: isWithoutNodes,
      comments: notes,
      parameters,
      hasOwnKey:
        ownKey === true &&
        [contents?.collections, contents?.liveCollections, contents?.aliases].some(
          (all) => (all?.length ?? 0) > 0,
        ),
      collections: collections.filter(({ cluster }) => cluster === id).map(adopted),
      liveCollections: liveCollections.filter(({ cluster }) => cluster === id).map(adopted),
      aliases: aliases
        .filter(({ cluster }) => cluster === id)
        .map(({ name, collection_name: collectionName }) => {
          const importId = `${id}/${name}`;
          return { ...aliasNames(importId), importId, name, collectionName };
        }),
    };
  });
  const remarks = [
    ...leftOut.map(({ id, name, why }) => `Cluster ${displayName(id, name)} is left out: ${why}.`),
    ...configurable.flatMap(({ id, record: { name }, refusal, contents }) => [
      ...(refusal === undefined
        ? []
        : [`The collections and aliases of cluster ${displayName(id, name)} are left out: ${refusal}`]),
      ...(contents?.leftOut ?? []).map(
        (one) =>
          `${LEFT_OUT_AS[one.type]} "${one.name}" of cluster ${displayName(id, name)} is left out: ${one.why}`,
      ),
    ]),
  ];
  return { project: { clusters, leftOut }, remarks };
}

function byName({ found: { record: a } }: ReadCluster, { found: { record: b } }: ReadCluster): number {
  const [left, right] = [a, b].map(({ name, id }) => JSON.stringify([name === null, name, id]));
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

function nameAll(objects: readonly Nameable[], type: string, taken?: ReadonlySet<string>) {
  const names = codeNamesFor(objects, type, taken);
  return (id: string) => {
    const found = names.get(id);
    if (found === undefined) throw new Error(`${id} has no name`);
    return found;
  };
}

function displayName(id: string, name: string | null): string {
  return name === null ? id : `${JSON.stringify(name)} (${id})`;
}
