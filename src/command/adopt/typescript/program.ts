import {
  type AdoptedCluster,
  type AdoptedProject,
  keyComment,
  keyVariable,
  type LeftOut,
  type Library,
  PROVIDER_COMMENT,
} from "../model";
import { clusterStatements } from "./cluster";
import { atom, call, comment, literal, object, statement } from "./code";
import { aliasStatements, collectionStatements } from "./collection";
import { VariableNames } from "./variables";

/** Writes a program with all clusters in one stack. */
export function programOf(project: AdoptedProject, library: Library): string {
  const { clusters } = project;
  const body = bodyOf(project);
  const text = blocks(body);
  const head = [
    importOf(["App", ...libraryNames(clusters), "TerraformStack"].sort(), library),
    importOf(namesOf(clusters, body.flat(), true), PACKAGES[library]),
  ];
  const start = [
    "const app = new App();",
    'const stack = new TerraformStack(app, "search");',
    comment(PROVIDER_COMMENT),
    statement("", call("new SearchCloudProvider", atom("stack"), literal(providerId(clusters)))),
  ];
  return `${blocks([head, start])}\n${text === "" ? "" : `\n${text}\n`}\napp.synth();\n`;
}

/** Returns the name of the function that an addition exports: `addClusters` of `added.ts`, `addClusters2` of `added-2.ts`. */
export function additionName(file: string): string {
  return `addClusters${/\d+(?=\.ts$)/.exec(file)?.[0] ?? ""}`;
}

/** Writes a module for an existing program: a function that adds clusters to its stack. */
export function additionOf(project: AdoptedProject, library: Library, file: string): string {
  const { clusters } = project;
  const body = bodyOf(project);
  const head = [
    importOf(["type TerraformStack", ...libraryNames(clusters)], library),
    importOf(namesOf(clusters, body.flat(), false), PACKAGES[library]),
  ];
  const inside = blocks(body)
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`));
  const lines = [
    "/** Adds the clusters of the account that the project did not have. */",
    `export function ${additionName(file)}(stack: TerraformStack): void {`,
    ...inside,
    "}",
  ];
  return `${blocks([head, lines])}\n`;
}

function bodyOf({ clusters, leftOut }: AdoptedProject): string[][] {
  const variables = new VariableNames();
  const named = clusters.map((cluster) => ({
    cluster,
    variable: variables.of(cluster.constructId, "Cluster"),
  }));
  return [
    ...named.flatMap(({ cluster, variable }) => {
      const provider = cluster.hasOwnKey
        ? variables.of(`${cluster.constructId}-data`, "Provider")
        : undefined;
      return [
        clusterStatements(cluster, variable),
        ...(provider === undefined ? [] : [providerStatements(cluster, provider)]),
        ...onNodes(cluster, { variable, provider }, variables),
      ];
    }),
    leftOut.map(leftOutComment),
  ];
}

/** Returns a provider configuration for the nodes of one cluster: an import uses no key but that of its provider. */
function providerStatements(cluster: AdoptedCluster, variable: string): string[] {
  const { resourceName } = cluster;
  const key = call(
    "new TerraformVariable",
    atom("stack"),
    literal(keyVariable(cluster)),
    object({ type: literal("string"), sensitive: atom(true) }),
  );
  const props = object({ alias: literal(resourceName), dataApiKey: atom(`${variable}Key.stringValue`) });
  return [
    comment(keyComment(cluster)),
    statement(`const ${variable}Key = `, key),
    // Unique: construct ids of clusters have no "_".
    statement(
      `const ${variable} = `,
      call("new SearchCloudProvider", atom("stack"), literal(`${resourceName}_data`), props),
    ),
  ];
}

function libraryNames(clusters: readonly AdoptedCluster[]): string[] {
  return clusters.some(({ hasOwnKey }) => hasOwnKey) ? ["TerraformVariable"] : [];
}

/** The module of the constructs for each library. */
const PACKAGES: Readonly<Record<Library, string>> = {
  cdktf: "cdktf-provider-searchcloud",
  cdktn: "cdktf-provider-searchcloud/cdktn",
};

function blocks(statements: readonly (readonly string[])[]): string {
  return statements
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function importOf(names: readonly string[], from: string): string {
  const [first = ""] = names;
  // The form that linters require.
  const list =
    names.length === 1 && first.startsWith("type ")
      ? `type { ${first.slice(5)} }`
      : `{ ${names.join(", ")} }`;
  return `import ${list} from ${JSON.stringify(from)};`;
}

/** Returns the names that the program imports from the package, in the order of linters. */
function namesOf(
  clusters: readonly AdoptedCluster[],
  statements: readonly string[],
  isProgram: boolean,
): string[] {
  const hasClusters = clusters.length > 0;
  const hasFields = clusters.some(
    ({ collections, liveCollections }) => collections.length + liveCollections.length > 0,
  );
  const isLowLevel = statements.some((text) => /^const \w+ = \w+\.node\.defaultChild as l1\./.test(text));
  return [
    ...(hasClusters ? ["Cluster"] : []),
    ...(hasFields ? ["Field"] : []),
    ...(isLowLevel ? ["type l1"] : []),
    ...(isProgram || clusters.some(({ hasOwnKey }) => hasOwnKey) ? ["SearchCloudProvider"] : []),
    ...(hasClusters ? ["Topology"] : []),
  ];
}

/** Returns an id that no cluster has. */
function providerId(clusters: readonly AdoptedCluster[]): string {
  const taken = new Set(clusters.map(({ constructId }) => constructId));
  let id = "searchcloud";
  for (let number = 2; taken.has(id); number += 1) id = `searchcloud-${number}`;
  return id;
}

function onNodes(
  { collections, liveCollections, aliases }: AdoptedCluster,
  { variable: cluster, provider }: { readonly variable: string; readonly provider: string | undefined },
  variables: VariableNames,
): string[][] {
  const made = collections.map((collection) => ({
    collection,
    variable: variables.of(collection.constructId, "Collection"),
  }));
  const ids = new Set([...collections, ...liveCollections].map(({ constructId }) => constructId));
  const byName = new Map(made.map(({ collection, variable }) => [collection.attributes.name, variable]));
  return [
    ...made.map(({ collection, variable }) =>
      collectionStatements(collection, { cluster, provider, variable }),
    ),
    ...liveCollections.map((collection) => {
      const variable = variables.of(collection.constructId, "Collection");
      return collectionStatements(collection, { cluster, provider, variable }, "addLiveCollection");
    }),
    ...aliases.map((alias) => {
      const constructId = freeId(alias.constructId, ids);
      const variable = variables.of(alias.constructId, "Alias");
      const collection = byName.get(alias.collectionName);
      return aliasStatements(alias, { constructId, cluster, provider, variable, collection });
    }),
  ];
}

/** Returns an unused id: collections and aliases of a cluster share its scope. */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 1; taken.has(id); number += 1) id = `${wanted}-alias${number === 1 ? "" : number}`;
  taken.add(id);
  return id;
}

function leftOutComment({ id, name, why }: LeftOut): string {
  return comment(`Left out: cluster ${id}${name === null ? "" : ` (${JSON.stringify(name)})`}: ${why}.`);
}
