import type { ClusterConfiguration, CollectionConfiguration, NodeCounts } from "../../adoption";

/** What an object is called in code: readable, and unique among the objects of its type in a project. */
export interface CodeNames {
  /** Of a construct: lower-case words and digits joined by "-", a letter first. Unique without its "-" as well. */
  readonly constructId: string;
  /** Of a resource in HCL: the same, joined by "_". */
  readonly resourceName: string;
}

/** An account, as code is to describe it. */
export interface AdoptedProject {
  /** In the order in which they are written. */
  readonly clusters: readonly AdoptedCluster[];
  /** Clusters that no configuration can describe now, such as those that are starting or going away. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly id: string;
  readonly name: string | null;
  readonly status: string;
  /** As a clause: "it is deprovisioning". */
  readonly why: string;
}

export interface AdoptedCluster extends CodeNames {
  /** By which it is imported. */
  readonly id: string;
  /** As it is configured so that the plan after an import is empty. What is null must be left out, or stay unset. */
  readonly attributes: ClusterConfiguration;
  /** Attributes that go into `ignore_changes`: what `attributes` says of them only stands in for what no configuration may say. */
  readonly ignored: readonly (keyof ClusterConfiguration & string)[];
  /** Its nodes by region, in whatever form `attributes` says it; null where the service does not tell. */
  readonly nodeCounts: NodeCounts | null;
  /** It has no nodes now, so that a check whether it is in service would fail. */
  readonly isSuspended: boolean;
  /** What stands before it in the code, sentences of one line each: suspended, a change on its way. */
  readonly comments: readonly string[];
  /** Server parameters, by name; none where nobody asked for them. */
  readonly parameters: readonly AdoptedParameter[];
  /** Its nodes open to a key of its own, so that the code takes one for it. */
  readonly hasOwnKey: boolean;
  readonly collections: readonly AdoptedCollection[];
  readonly aliases: readonly AdoptedAlias[];
}

export interface AdoptedParameter {
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
  /** Name of the collection; it need not be one of `collections`. */
  readonly collectionName: string;
}

/** The library that a program is written for. */
export type Library = "cdktf" | "cdktn";

/** What a project is written for. */
export interface ProjectOptions {
  /** Of a program in TypeScript. */
  readonly library: Library;
  /** Where `npm install` finds this package: a version, or `file:` with a path. */
  readonly packageSource: string;
  /** Name of the only file, which is added to a project that exists; undefined: the whole project. */
  readonly addition?: string | undefined;
}

/** Variable of Terraform that holds the data-plane key of a cluster with one of its own. */
export function keyVariable({ resourceName }: CodeNames): string {
  return `${resourceName}_data_api_key`;
}

/** Texts by the path of their file, relative to the project and with "/" between folders. Pure: the same project, the same files. */
export type WriteProject = (project: AdoptedProject, options: ProjectOptions) => ReadonlyMap<string, string>;
