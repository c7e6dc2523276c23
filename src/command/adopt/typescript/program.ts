import { type AdoptedCluster, type AdoptedProject, keyVariable, type LeftOut, type Library } from "../model";
import { clusterStatements } from "./cluster";
import { atom, call, comment, object, statement, textCode } from "./code";
import { aliasStatements, collectionStatements } from "./collection";
import { Variables } from "./variables";

/** The program of a project: all clusters in one stack. */
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
    comment(
      "The key comes from the environment variable SEARCHCLOUD_API_KEY, the address from SEARCHCLOUD_BASE_URL.",
    ),
    statement("", call("new SearchCloudProvider", atom("stack"), textCode(providerId(clusters)))),
  ];
  return `${blocks([head, start])}\n${text === "" ? "" : `\n${text}\n`}\napp.synth();\n`;
}

/** What a file of {@link additionOf} exports, a function of the stack: `addClusters` of `added.ts`, `addClusters2` of `added-2.ts`. */
export function additionName(file: string): string {
  return `addClusters${/\d+(?=\.ts$)/.exec(file)?.[0] ?? ""}`;
}

/** A module for a program that exists: a function that adds clusters to its stack. */
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
  const variables = new Variables();
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

/** A configuration of the provider for what is on the nodes of a cluster: an import finds no other key than that of its provider. */
function providerStatements(cluster: AdoptedCluster, variable: string): string[] {
  const { resourceName } = cluster;
  const key = call(
    "new TerraformVariable",
    atom("stack"),
    textCode(keyVariable(cluster)),
    object({ type: textCode("string"), sensitive: atom(true) }),
  );
  const props = object({ alias: textCode(resourceName), dataApiKey: atom(`${variable}Key.stringValue`) });
  return [
    comment(
      `The data-plane key of this cluster comes from the environment variable TF_VAR_${keyVariable(cluster)}; it opens no other cluster.`,
    ),
    statement(`const ${variable}Key = `, key),
    // Construct ids of clusters have no "_".
    statement(
      `const ${variable} = `,
      call("new SearchCloudProvider", atom("stack"), textCode(`${resourceName}_data`), props),
    ),
  ];
}

function libraryNames(clusters: readonly AdoptedCluster[]): string[] {
  return clusters.some(({ hasOwnKey }) => hasOwnKey) ? ["TerraformVariable"] : [];
}

/** Where a program for a library takes the constructs from. */
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
  // As linters want it.
  const list =
    names.length === 1 && first.startsWith("type ")
      ? `type { ${first.slice(5)} }`
      : `{ ${names.join(", ")} }`;
  return `import ${list} from ${JSON.stringify(from)};`;
}

/** What the program takes from the package, in the order of linters. */
function namesOf(
  clusters: readonly AdoptedCluster[],
  statements: readonly string[],
  isProgram: boolean,
): string[] {
  const hasClusters = clusters.length > 0;
  const hasFields = clusters.some(({ collections }) => collections.length > 0);
  const isLowLevel = statements.some((text) => /^const \w+ = \w+\.node\.defaultChild as l1\./.test(text));
  return [
    ...(hasClusters ? ["Cluster"] : []),
    ...(hasFields ? ["Field"] : []),
    ...(isLowLevel ? ["type l1"] : []),
    ...(isProgram || clusters.some(({ hasOwnKey }) => hasOwnKey) ? ["SearchCloudProvider"] : []),
    ...(hasClusters ? ["Topology"] : []),
  ];
}

/** What clusters are called is free for clusters. */
function providerId(clusters: readonly AdoptedCluster[]): string {
  const taken = new Set(clusters.map(({ constructId }) => constructId));
  let id = "searchcloud";
  for (let number = 2; taken.has(id); number += 1) id = `searchcloud-${number}`;
  return id;
}

function onNodes(
  { collections, aliases }: AdoptedCluster,
  { variable: cluster, provider }: { readonly variable: string; readonly provider: string | undefined },
  variables: Variables,
): string[][] {
  const made = collections.map((collection) => ({
    collection,
    variable: variables.of(collection.constructId, "Collection"),
  }));
  const ids = new Set(collections.map(({ constructId }) => constructId));
  const byName = new Map(made.map(({ collection, variable }) => [collection.attributes.name, variable]));
  return [
    ...made.map(({ collection, variable }) =>
      collectionStatements(collection, { cluster, provider, variable }),
    ),
    ...aliases.map((alias) => {
      const constructId = freeId(alias.constructId, ids);
      const variable = variables.of(alias.constructId, "Alias");
      const collection = byName.get(alias.collectionName);
      return aliasStatements(alias, { constructId, cluster, provider, variable, collection });
    }),
  ];
}

/** Collections and aliases of a cluster share its scope. */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 1; taken.has(id); number += 1) id = `${wanted}-alias${number === 1 ? "" : number}`;
  taken.add(id);
  return id;
}

function leftOutComment({ id, name, why }: LeftOut): string {
  return comment(`Left out: cluster ${id}${name === null ? "" : ` (${JSON.stringify(name)})`}: ${why}.`);
}
