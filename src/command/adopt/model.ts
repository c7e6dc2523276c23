import type { ClusterConfiguration, CollectionConfiguration, NodeCounts } from "../../adoption";

/** The names of an object in code: readable, and unique among the objects of its type in a project. */
export interface CodeNames {
  /** Lower-case words and digits joined by "-", a letter first. Unique without the "-", too. */
  readonly constructId: string;
  /** The same words joined by "_", for HCL. */
  readonly resourceName: string;
}

/** An account, ready to be written as code. */
export interface AdoptedProject {
  /** In the order of the code. */
  readonly clusters: readonly AdoptedCluster[];
  /** Clusters that no configuration can describe now, such as those that are starting or being terminated. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  /** A clause: "it is deprovisioning". */
  readonly why: string;
}

export interface AdoptedCluster extends CodeNames {
  readonly id: string;
  /** The configuration whose plan after an import is empty. Null: the code must not set the attribute. */
  readonly attributes: ClusterConfiguration;
  /** Attributes for `ignore_changes`: their values in `attributes` are placeholders for values that no configuration may have. */
  readonly ignored: readonly (keyof ClusterConfiguration & string)[];
  /** The number of nodes by region, however `attributes` expresses it. Null: the service does not report it. */
  readonly nodeCounts: NodeCounts | null;
  /** True if it has no nodes now, so that a check that it is in service would fail. */
  readonly isSuspended: boolean;
  /** Comments above it, one sentence each: suspended, a pending change. */
  readonly comments: readonly string[];
  /** Server parameters sorted by name; empty without `--parameters`. */
  readonly parameters: readonly AdoptedParameter[];
  /** True if its nodes accept a key of this cluster alone, so that the code takes a variable for it. */
  readonly hasOwnKey: boolean;
  readonly collections: readonly AdoptedCollection[];
  /** Live collections; `name` of their attributes is the alias. */
  readonly liveCollections: readonly AdoptedCollection[];
  readonly aliases: readonly AdoptedAlias[];
}

interface AdoptedParameter {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

export interface AdoptedCollection extends CodeNames {
  /** `cluster_id/name`. */
  readonly importId: string;
  readonly attributes: CollectionConfiguration;
}

export interface AdoptedAlias extends CodeNames {
  /** `cluster_id/name`. */
  readonly importId: string;
  readonly name: string;
  /** Name of the collection, which may be missing from `collections`. */
  readonly collectionName: string;
}

/** The library that a program is written for. */
export type Library = "cdktf" | "cdktn";

/** The options of the code. */
export interface ProjectOptions {
  /** The library of a program in TypeScript. */
  readonly library: Library;
  /** The source of this package in package.json: a version, or `file:` with a path. */
  readonly packageSource: string;
  /** Name of the file to add to an existing project. @default - a whole project */
  readonly addition?: string | undefined;
}

/** Returns the name of the Terraform variable for the data-plane key of a cluster. */
export function keyVariable({ resourceName }: CodeNames): string {
  return `${resourceName}_data_api_key`;
}

/** The comment above the provider. */
export const PROVIDER_COMMENT =
  "The key comes from the environment variable SEARCHCLOUD_API_KEY, the address from SEARCHCLOUD_BASE_URL.";

/** Returns the comment above the variable for the data-plane key of a cluster. */
export function keyComment(cluster: CodeNames): string {
  return `The data-plane key of this cluster comes from the environment variable TF_VAR_${keyVariable(cluster)}; it opens no other cluster.`;
}

/** The comment above a live collection: no server stores the settings of its edits. */
export const LIVE_COMMENT =
  "Set the field by which an edit finds what is written meanwhile (updated_at_field), if the documents have one, and the queries to compare.";

/** Writes a project: file contents by path, relative to the project and separated by "/". Pure. */
export type WriteProject = (project: AdoptedProject, options: ProjectOptions) => ReadonlyMap<string, string>;
