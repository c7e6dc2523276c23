import type { AliasRecord, CollectionRecord, Nodes } from "../../dataPlane";
import { define, type ListCall } from "../../framework";
import { contentsOf, type FoundContents } from "../finding/collections";
import { failedAs } from "../model/errors";
import { markOf } from "../shared/collection/versionMark";
import { nodeValidators, type Owner, onNodes } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { warnOfLeftOut } from "./leftOut";
import { listedOnNodes, listNodeAttributes, nodesOfList } from "./onNodes";

const { listResource } = define<Service>();

/** `list "searchcloud_collection"`: the collections of a cluster, without the versions of live collections. */
export const collectionList = listResource({
  name: "collection",
  description:
    "The collections of a cluster that the key can see, without the versions of live collections. One request, and a second one for the aliases if there are versions. " +
    "The data-plane key needs the actions `collections:list` and `aliases:list`.",
  schema: listNodeAttributes,
  validators: nodeValidators,
  async *list(call, config) {
    const nodes = await nodesOfList(call, config, "collections");
    const records = await nodes.call("listCollections", {}, { signal: call.signal });
    const aliases = records.some((one) => markOf(one) !== null) ? await listAliases(call, nodes) : [];
    const found = contentsOf(config, records, aliases);
    warnOfVersions(call, config, found);
    warnOfOthers(call, config, found, "collection");
    for (const values of found.collections) yield listedOnNodes(call, config, { id: values.name, values });
  },
});

/** `list "searchcloud_live_collection"`: the live collections of a cluster, under the names of their aliases. */
export const liveCollectionList = listResource({
  name: "live_collection",
  description:
    "The live collections of a cluster that the key can see, under the names of their aliases. Aliases that were made by hand are in the list of `searchcloud_collection_alias`. " +
    "Two requests. The data-plane key needs the actions `collections:list` and `aliases:list`.",
  schema: listNodeAttributes,
  validators: nodeValidators,
  async *list(call, config) {
    const nodes = await nodesOfList(call, config, "live collections");
    const records = await nodes.call("listCollections", {}, { signal: call.signal });
    const aliases = await listAliases(call, nodes);
    const found = contentsOf(config, records, aliases);
    warnOfOthers(call, config, found, "live collection");
    for (const values of found.liveCollections)
      yield listedOnNodes(call, config, { id: values.name, values });
  },
});

/** `list "searchcloud_collection_alias"`: the aliases of a cluster, without those of live collections. */
export const collectionAliasList = listResource({
  name: "collection_alias",
  description:
    "The aliases of a cluster that the key can see, without those of live collections, which a warning names. Two requests. The data-plane key needs the actions `aliases:list` and `collections:list`.",
  schema: listNodeAttributes,
  validators: nodeValidators,
  async *list(call, config) {
    const nodes = await nodesOfList(call, config, "aliases");
    const aliases = await listAliases(call, nodes);
    const records = aliases.length === 0 ? [] : await listCollections(call, nodes, config);
    const found = contentsOf(config, records, aliases);
    warnOfLiveAliases(call, config, found);
    warnOfOthers(call, config, found, "alias");
    for (const values of found.aliases) yield listedOnNodes(call, config, { id: values.name, values });
  },
});

function listAliases({ signal }: ListCall<Service>, nodes: Nodes): Promise<readonly AliasRecord[]> {
  return nodes.call("listAliases", {}, { signal });
}

/** Lists the collections, by which aliases of live collections are recognized; none, with a warning, if the key may not list them. */
async function listCollections(
  { signal, warn }: ListCall<Service>,
  nodes: Nodes,
  where: Owner,
): Promise<readonly CollectionRecord[]> {
  try {
    return await nodes.call("listCollections", {}, { signal });
  } catch (error) {
    if (!failedAs(error, "auth")) throw error;
    warn(
      `Aliases ${onNodes(where)} may belong to live collections`,
      `The key may not list collections (collections:list), so nothing tells the aliases of live collections from others: all are listed. Do not manage the alias of a live collection as a searchcloud_collection_alias. ${error.summary}`,
    );
    return [];
  }
}

function warnOfVersions({ warn }: ListCall<Service>, where: Owner, found: FoundContents): void {
  const { versions } = found;
  if (versions === 0) return;
  warn(
    `${versions === 1 ? "1 collection" : `${versions} collections`} ${onNodes(where)} ${versions === 1 ? "is" : "are"} not in the list: ${versions === 1 ? "a version" : "versions"} of live collections`,
    `A live collection manages its versions itself. ${whereLive(found)}`,
  );
}

function warnOfLiveAliases({ warn }: ListCall<Service>, where: Owner, found: FoundContents): void {
  const { length: count } = found.liveNames;
  if (count === 0) return;
  warn(
    `${count === 1 ? "1 alias" : `${count} aliases`} ${onNodes(where)} ${count === 1 ? "is" : "are"} not in the list: ${count === 1 ? "that of a live collection" : "those of live collections"}`,
    `A live collection manages its alias itself. ${whereLive(found)}`,
  );
}

function whereLive({ liveNames }: FoundContents): string {
  const names = liveNames.map((name) => JSON.stringify(name)).join(", ");
  return `List searchcloud_live_collection for ${names}.`;
}

function warnOfOthers(
  call: ListCall<Service>,
  where: Owner,
  { leftOut }: FoundContents,
  type: FoundContents["leftOut"][number]["type"],
): void {
  for (const one of leftOut) {
    if (one.type !== type) continue;
    const noun = type.charAt(0).toUpperCase() + type.slice(1);
    warnOfLeftOut(call, { what: `${noun} ${JSON.stringify(one.name)} ${onNodes(where)}`, why: one.why });
  }
}
