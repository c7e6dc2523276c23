import { isRecord } from "../../domain/rules/fields";
import { jsonOf, type NodeCall, NodeRefusalError, type NodeReply, ok } from "../call";
import { inHashOrder } from "../hash";

export function listAliases({ data }: NodeCall): NodeReply {
  const names = inHashOrder(data.aliases.keys());
  return ok({ aliases: names.map((name) => answered([name, data.aliases.get(name) ?? ""])) });
}

export function getAlias(call: NodeCall): NodeReply {
  return ok(answered(addressed(call)));
}

/** Creates an alias, or points it to another collection, which may not exist. Answers everything that was sent. */
export function upsertAlias(call: NodeCall): NodeReply {
  const { data, params } = call;
  const { name = "" } = params;
  const body = jsonOf(call);
  if (!isRecord(body) || !("collection_name" in body)) {
    throw new NodeRefusalError(400, "Parameter `collection_name` is required.");
  }
  const { collection_name } = body;
  if (typeof collection_name !== "string") throw new NodeRefusalError(400, "Bad request.");
  if (data.collections.has(name)) {
    throw new NodeRefusalError(500, `Name \`${name}\` conflicts with an existing collection name.`);
  }
  data.aliases.set(name, collection_name);
  return ok({ ...body, name });
}

export function deleteAlias(call: NodeCall): NodeReply {
  const alias = addressed(call);
  call.data.aliases.delete(alias[0]);
  return ok(answered(alias));
}

type Alias = readonly [name: string, collection: string];

function answered([name, collection_name]: Alias) {
  return { name, collection_name };
}

function addressed({ data, params }: NodeCall): Alias {
  const { name = "" } = params;
  const target = data.aliases.get(name);
  if (target === undefined) throw new NodeRefusalError(404, "Collection not found");
  return [name, target];
}
