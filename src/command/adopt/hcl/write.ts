import { version } from "../../../../package.json";
import { ADDRESS } from "../../../provider/address";
import type { AdoptedAlias, AdoptedCluster, AdoptedCollection, AdoptedProject, WriteProject } from "../model";
import { assignments, block, comments, map, reference } from "./text";

/** A project in HCL: `main.tf`. */
export const writeHcl: WriteProject = (project) => new Map([["main.tf", mainOf(project)]]);

function mainOf({ clusters }: AdoptedProject): string {
  const byName = new Map(
    clusters.flatMap(({ id, collections }) =>
      collections.map(({ attributes, resourceName }) => [`${id}/${attributes.name}`, resourceName] as const),
    ),
  );
  const parts = [
    block(
      "terraform",
      block(
        "required_providers",
        // The last of it is what the block is called.
        block("searchcloud =", assignments({ source: ADDRESS, version })),
      ),
    ),
    [
      ...comments([
        "The key comes from the environment variable SEARCHCLOUD_API_KEY, the address from SEARCHCLOUD_BASE_URL.",
      ]),
      ...block('provider "searchcloud"'),
    ],
    ...clusters.flatMap((cluster) => [
      importOf(`searchcloud_cluster.${cluster.resourceName}`, cluster.id),
      [...comments(cluster.comments), ...clusterBlock(cluster)],
      ...cluster.collections.flatMap((collection) => [
        importOf(`searchcloud_collection.${collection.resourceName}`, collection.importId),
        collectionBlock(cluster, collection),
      ]),
      ...cluster.aliases.flatMap((alias) => [
        importOf(`searchcloud_collection_alias.${alias.resourceName}`, alias.importId),
        aliasBlock(cluster, alias, byName.get(`${cluster.id}/${alias.collectionName}`)),
      ]),
    ]),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
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

/** As in examples/hcl: it fails a run that ends before a cluster is in service, without tainting it. */
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

function collectionBlock(cluster: AdoptedCluster, { resourceName, attributes }: AdoptedCollection): string[] {
  const { field: fields, ...others } = attributes;
  return block(
    `resource "searchcloud_collection" "${resourceName}"`,
    assignments({ cluster_id: reference(`searchcloud_cluster.${cluster.resourceName}.id`), ...others }),
    ...fields.map((field) => block("field", assignments({ ...field }))),
  );
}

/** @param collection what it stands for is called, where it is part of the project */
function aliasBlock(
  cluster: AdoptedCluster,
  { resourceName, name, collectionName }: AdoptedAlias,
  collection: string | undefined,
): string[] {
  return block(
    `resource "searchcloud_collection_alias" "${resourceName}"`,
    assignments({
      cluster_id: reference(`searchcloud_cluster.${cluster.resourceName}.id`),
      name,
      collection_name:
        collection === undefined ? collectionName : reference(`searchcloud_collection.${collection}.name`),
    }),
  );
}
