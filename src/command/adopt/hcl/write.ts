import { version } from "../../../../package.json";
import { ADDRESS } from "../../../provider/address";
import {
  type AdoptedAlias,
  type AdoptedCluster,
  type AdoptedCollection,
  type AdoptedProject,
  keyComment,
  keyVariable,
  LIVE_COMMENT,
  PROVIDER_COMMENT,
  type WriteProject,
} from "../model";
import { assignments, block, comments, map, reference } from "./text";

/** Writes a project in HCL: `main.tf`. */
export const writeHcl: WriteProject = (project, { addition }) =>
  new Map([[addition ?? "main.tf", fileOf(project, addition === undefined)]]);

const HEAD = [
  block(
    "terraform",
    block(
      "required_providers",
      // An argument whose value is an object, but laid out as a block.
      block("searchcloud =", assignments({ source: ADDRESS, version })),
    ),
  ),
  [...comments([PROVIDER_COMMENT]), ...block('provider "searchcloud"')],
];

/** @param isWhole adds the requirements and the provider */
function fileOf({ clusters }: AdoptedProject, isWhole: boolean): string {
  const byName = new Map(
    clusters.flatMap(({ id, collections }) =>
      collections.map(({ attributes, resourceName }) => [`${id}/${attributes.name}`, resourceName] as const),
    ),
  );
  const parts = [
    ...(isWhole ? HEAD : []),
    ...clusters.flatMap((cluster) => [
      importOf(`searchcloud_cluster.${cluster.resourceName}`, cluster.id),
      [...comments(cluster.comments), ...clusterBlock(cluster)],
      ...(cluster.hasOwnKey ? keyBlocks(cluster) : []),
      ...cluster.collections.flatMap((collection) => [
        importOf(`searchcloud_collection.${collection.resourceName}`, collection.importId),
        collectionBlock("collection", cluster, collection),
      ]),
      ...cluster.liveCollections.flatMap((collection) => [
        importOf(`searchcloud_live_collection.${collection.resourceName}`, collection.importId),
        [...comments([LIVE_COMMENT]), ...collectionBlock("live_collection", cluster, collection)],
      ]),
      ...cluster.aliases.flatMap((alias) => [
        importOf(`searchcloud_collection_alias.${alias.resourceName}`, alias.importId),
        aliasBlock(cluster, alias, byName.get(`${cluster.id}/${alias.collectionName}`)),
      ]),
    ]),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Returns a provider configuration for the nodes of one cluster: an import uses no key but that of its provider. */
function keyBlocks(cluster: AdoptedCluster): string[][] {
  const variable = keyVariable(cluster);
  return [
    [
      ...comments([keyComment(cluster)]),
      ...block(`variable "${variable}"`, assignments({ type: reference("string"), sensitive: true })),
    ],
    block(
      'provider "searchcloud"',
      assignments({ alias: cluster.resourceName, data_api_key: reference(`var.${variable}`) }),
    ),
  ];
}

function providerOf({ hasOwnKey, resourceName }: AdoptedCluster) {
  return hasOwnKey ? { provider: reference(`searchcloud.${resourceName}`) } : {};
}

function importOf(to: string, id: string): string[] {
  return block("import", assignments({ to: reference(to), id }));
}

function clusterBlock(cluster: AdoptedCluster): string[] {
  const { resourceName, attributes, parameters, isSuspended, ignored } = cluster;
  const given = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  return block(
    `resource "searchcloud_cluster" "${resourceName}"`,
    assignments(attributes),
    parameters.length > 0 ? map("server_parameters", given) : [],
    isSuspended && ignored.length === 0
      ? []
      : block(
          "lifecycle",
          ignored.length > 0 ? [`ignore_changes = [${ignored.join(", ")}]`] : [],
          isSuspended ? [] : POSTCONDITION,
        ),
  );
}

/** Fails a run that ends before the cluster is in service, without tainting it, as in examples/hcl. */
const POSTCONDITION = [
  ...comments([
    "A cluster that is still starting at the timeout is kept and is not an error: this condition fails the run.",
  ]),
  ...block(
    "postcondition",
    assignments({
      condition: reference("self.hostnames != null"),
      error_message:
        "The cluster is not in service yet. It is kept in the state: run apply again to wait for it.",
    }),
  ),
];

function collectionBlock(
  type: "collection" | "live_collection",
  cluster: AdoptedCluster,
  { resourceName, attributes }: AdoptedCollection,
): string[] {
  const { field: fields, ...others } = attributes;
  return block(
    `resource "searchcloud_${type}" "${resourceName}"`,
    assignments({
      ...providerOf(cluster),
      cluster_id: reference(`searchcloud_cluster.${cluster.resourceName}.id`),
      ...others,
    }),
    ...fields.map((field) => block("field", assignments({ ...field }))),
  );
}

/** @param collection resource name of its collection, if the project has it */
function aliasBlock(
  cluster: AdoptedCluster,
  { resourceName, name, collectionName }: AdoptedAlias,
  collection: string | undefined,
): string[] {
  return block(
    `resource "searchcloud_collection_alias" "${resourceName}"`,
    assignments({
      ...providerOf(cluster),
      cluster_id: reference(`searchcloud_cluster.${cluster.resourceName}.id`),
      name,
      collection_name:
        collection === undefined ? collectionName : reference(`searchcloud_collection.${collection}.name`),
    }),
  );
}
