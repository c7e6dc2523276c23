import type { Nodes } from "../../dataPlane";
import { define, type t } from "../../framework";
import { flag, text, texts } from "../model/attributes";
import { toInstant } from "../model/convert";
import { nodeAttributes, nodeValidators, onNodes, resolveNodes } from "../shared/dataPlane";
import { type DataPlane, loadDataPlane, type Service } from "../shared/service";
import { byCodeUnit, byNumber, listed } from "./listing";

/** A data source that lists everything of one kind that is on nodes. */
export interface NodeList<A extends t.NestedAttributes> {
  /** The name of the data source, and of its list. */
  readonly name: string;
  /** The objects in messages: "aliases". */
  readonly noun: string;
  readonly description: string;
  /** The action that the key needs; null: none. */
  readonly action: string | null;
  readonly attributes: A;
  /** Reads the list. The order does not matter. */
  readonly read: (
    nodes: Nodes,
    dataPlane: DataPlane,
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly t.NestedOf<A>[]>;
}

/** Creates a data source that lists objects on nodes, sorted by name or id. */
export function nodeList<const A extends t.NestedAttributes>(list: NodeList<A>) {
  const { name, noun, description, action, attributes } = list;
  return define<Service>().dataSource({
    name,
    description: `${description} The data-plane key needs the action \`${action}\`.`,
    schema: {
      ...nodeAttributes,
      [name]: listed(`The ${noun}, sorted by ${"name" in attributes ? "name" : "id"}.`, attributes),
    } as typeof nodeAttributes,
    validators: nodeValidators,
    read: async (call, values) => {
      const { signal } = call;
      const nodes = await resolveNodes(call, values, `to list the ${noun} ${onNodes(values)}`);
      const found = await list.read(nodes, await loadDataPlane(), { signal });
      return { [name]: [...found].sort(byNameOrId) } as object;
    },
  });
}

/** Orders records by name, or by the number that is their id. */
function byNameOrId(a: object, b: object): number {
  if ("name" in a && "name" in b) return byCodeUnit(String(a.name), String(b.name));
  const [first, second] = [a, b].map((one) => String((one as { id?: unknown }).id)) as [string, string];
  return byNumber(first, second);
}

/** `data.searchcloud_collection_aliases`: the aliases that the key can see. */
export const collectionAliasesData = nodeList({
  name: "collection_aliases",
  noun: "aliases",
  description: "The collection aliases of a cluster, whether or not Terraform manages them.",
  action: "aliases:list",
  attributes: {
    name: text("Name of the alias."),
    collection_name: text("Name of the collection that it stands for, whether or not that exists."),
  },
  read: async (nodes, _, options) =>
    (await nodes.call("listAliases", {}, options)).map(({ name, collection_name }) => ({
      name,
      collection_name,
    })),
});

/** `data.searchcloud_keys`: the data-plane keys, without their values. */
export const keysData = nodeList({
  name: "keys",
  noun: "keys",
  description:
    "The data-plane keys of a cluster, whether or not Terraform manages them, without their values: servers show only the first characters.",
  action: "keys:list",
  attributes: {
    id: text("Number of the key at the server."),
    description: text("Description of the key, or null."),
    actions: texts("The actions that it allows."),
    collections: texts("Names or patterns of the collections that it is for."),
    expires_at: text("When it expires (RFC 3339); null: never."),
    autodelete: flag("Whether the server deletes it once it has expired; null if the server does not say."),
    value_prefix: text("The first characters of the value, which distinguish the key from others."),
  },
  read: async (nodes, { expiryOf, prefixOf }, options) =>
    (await nodes.call("listKeys", {}, options)).map((key) => ({
      id: key.id,
      description: key.description === "" ? null : key.description,
      actions: [...key.actions].sort(),
      collections: [...key.collections].sort(),
      expires_at: toInstant(expiryOf(key)),
      autodelete: key.autodelete,
      // A server that shows more must not get a whole value into the state (docs/design/laws.md#l9).
      value_prefix: key.value_prefix === null ? null : prefixOf(key.value_prefix),
    })),
});
