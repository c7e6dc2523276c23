import type { AdoptedCluster, AdoptedProject, LeftOut } from "./model";
import { codeNamesFor, type Nameable } from "./names";
import type { ReadCluster } from "./read";

/**
 * What has been read, as code is to describe it; and what it leaves out, in words. Pure.
 * @param taken names that a project has already
 */
export function planProject(
  read: readonly ReadCluster[],
  taken?: ReadonlySet<string>,
): { project: AdoptedProject; remarks: string[] } {
  const sorted = [...read].sort(byName);
  const configurable = sorted.flatMap(({ found, learnt }) =>
    learnt?.look.kind === "configurable" ? [{ ...learnt, look: learnt.look, record: found.record }] : [],
  );
  const leftOut = sorted.flatMap(({ found: { record }, why, learnt }): LeftOut[] => {
    const { id, name } = record;
    if (why !== undefined) return [{ id, name, status: record.status, why }];
    return learnt?.look.kind === "left out"
      ? [{ id, name, status: learnt.look.status, why: learnt.look.why }]
      : [];
  });

  const clusterNames = nameAll(
    configurable.map(({ id, record: { name } }) => ({ id, name, apart: id })),
    "cluster",
    taken,
  );
  const collections = configurable.flatMap(({ id, onNodes }) =>
    (onNodes?.collections ?? []).map((attributes) => ({ cluster: id, name: attributes.name, attributes })),
  );
  const aliases = configurable.flatMap(({ id, onNodes }) =>
    (onNodes?.aliases ?? []).map((alias) => ({ ...alias, cluster: id })),
  );
  const nameable = ({ cluster, name }: { readonly cluster: string; readonly name: string }): Nameable => ({
    id: `${cluster}/${name}`,
    name,
    apart: clusterNames(cluster).constructId,
  });
  const collectionNames = nameAll(collections.map(nameable), "collection", taken);
  const aliasNames = nameAll(aliases.map(nameable), "alias", taken);

  const clusters = configurable.map(({ id, look, ownKey, onNodes }): AdoptedCluster => {
    const { configuration, ignored, nodeCounts, isWithoutNodes, notes, parameters } = look;
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
        ownKey === true && ((onNodes?.collections.length ?? 0) > 0 || (onNodes?.aliases.length ?? 0) > 0),
      collections: collections
        .filter(({ cluster }) => cluster === id)
        .map(({ name, attributes }) => {
          const importId = `${id}/${name}`;
          return { ...collectionNames(importId), importId, attributes };
        }),
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
    ...configurable.flatMap(({ id, record: { name }, refusal, onNodes }) => [
      ...(refusal === undefined
        ? []
        : [`What is on cluster ${displayName(id, name)} is left out: ${refusal}`]),
      ...(onNodes?.leftOut ?? []).map(
        (one) =>
          `${one.type === "alias" ? "Alias" : "Collection"} "${one.name}" of cluster ${displayName(id, name)} is left out: ${one.why}`,
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
