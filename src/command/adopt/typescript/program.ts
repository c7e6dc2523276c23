import type { AdoptedCluster, AdoptedProject, LeftOut } from "../model";
import { clusterStatements } from "./cluster";
import { atom, call, comment, statement, textCode } from "./code";
import { aliasStatements, collectionStatements } from "./collection";
import { Variables } from "./variables";

/** The program of a project: all clusters in one stack. */
export function programOf({ clusters, leftOut }: AdoptedProject): string {
  const variables = new Variables();
  const named = clusters.map((cluster) => ({
    cluster,
    variable: variables.of(cluster.constructId, "Cluster"),
  }));
  const body = [
    ...named.flatMap(({ cluster, variable }) => [
      clusterStatements(cluster, variable),
      ...onNodes(cluster, variable, variables),
    ]),
    leftOut.map(leftOutComment),
  ];
  const text = blocks(body);
  const head = [
    importOf(["App", "TerraformStack"], "cdktf"),
    importOf(namesOf(clusters, body.flat()), "cdktf-provider-searchcloud"),
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

function blocks(statements: readonly (readonly string[])[]): string {
  return statements
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function importOf(names: readonly string[], from: string): string {
  return `import { ${names.join(", ")} } from ${JSON.stringify(from)};`;
}

/** What the program takes from the package, in the order of linters. */
function namesOf(clusters: readonly AdoptedCluster[], statements: readonly string[]): string[] {
  const hasClusters = clusters.length > 0;
  const hasFields = clusters.some(({ collections }) => collections.length > 0);
  const isLowLevel = statements.some((text) => /^const \w+ = \w+\.node\.defaultChild as l1\./.test(text));
  return [
    ...(hasClusters ? ["Cluster"] : []),
    ...(hasFields ? ["Field"] : []),
    ...(isLowLevel ? ["type l1"] : []),
    "SearchCloudProvider",
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
  cluster: string,
  variables: Variables,
): string[][] {
  const made = collections.map((collection) => ({
    collection,
    variable: variables.of(collection.constructId, "Collection"),
  }));
  const ids = new Set(collections.map(({ constructId }) => constructId));
  const byName = new Map(made.map(({ collection, variable }) => [collection.attributes.name, variable]));
  return [
    ...made.map(({ collection, variable }) => collectionStatements(collection, { cluster, variable })),
    ...aliases.map((alias) => {
      const constructId = freeId(alias.constructId, ids);
      const variable = variables.of(alias.constructId, "Alias");
      const collection = byName.get(alias.collectionName);
      return aliasStatements(alias, { constructId, cluster, variable, collection });
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
