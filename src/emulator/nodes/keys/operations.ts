import * as z from "zod";
import { lettersOf } from "../../derived";
import { bodyOf, created, type NodeCall, NodeRefusal, type NodeReply, ok } from "../call";
import { type ClusterData, NEVER_EXPIRES, type NodeKey } from "../record";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 32;
const PREFIX_LENGTH = 4;

/** A secret that follows from a text. */
export function secretOf(text: string): string {
  return lettersOf(text, LETTERS, KEY_LENGTH);
}

/** Adds a key to a cluster. */
export function addKey(
  data: ClusterData,
  given: Pick<NodeKey, "value" | "actions"> & Partial<NodeKey>,
): NodeKey {
  const key: NodeKey = {
    description: "",
    collections: ["*"],
    expires_at: NEVER_EXPIRES,
    autodelete: false,
    ...given,
    id: data.nextKeyId,
  };
  data.nextKeyId += 1;
  data.keys = [...data.keys, key];
  return key;
}

/** A key as it is answered after its create: no answer has its value. */
export function answerKey({ value, ...shown }: NodeKey) {
  return { ...shown, value_prefix: value.slice(0, PREFIX_LENGTH) };
}

const list = (name: string) => {
  const words = `Wrong format for \`${name}\`. It should be an array of string.`;
  return z.array(z.string(words), words).min(1, words);
};
const EXPIRES = "Wrong format for `expires_at`. It should be an unsigned integer.";
const BODY = z.object({
  description: z.string("Wrong format for `description`. It should be a string.").default(""),
  actions: list("actions"),
  collections: list("collections"),
  expires_at: z.int(EXPIRES).min(0, EXPIRES).default(NEVER_EXPIRES),
  autodelete: z.boolean("Wrong format for `autodelete`. It should be a boolean.").default(false),
  value: z.string("Wrong format for `value`. It should be a string.").min(1).optional(),
});

export function listKeys({ data }: NodeCall): NodeReply {
  return ok({ keys: data.keys.map(answerKey) });
}

/** The only answer with the value. */
export function createKey(call: NodeCall): NodeReply {
  const { world, data, cluster } = call;
  const { key_without_description: demands, chosen_key_value: chosen } = world.assumptions;
  const demanded = demands === "400" ? ["description"] : [];
  const { value, ...others } = bodyOf(call);
  const body = value === undefined || chosen === "ignored" ? others : { ...others, value };
  return created(createdKey(cluster.id, data, body, demanded));
}

/** Creates the key that a body asks for. @throws NodeRefusal */
export function createdKey(
  clusterId: string,
  data: ClusterData,
  body: Readonly<Record<string, unknown>>,
  demanded: readonly string[],
): NodeKey {
  const missing = [...demanded, "actions", "collections"].find((name) => !Object.hasOwn(body, name));
  if (missing !== undefined) throw new NodeRefusal(400, `Could not find a \`${missing}\` key.`);
  const parsed = BODY.safeParse(body);
  if (!parsed.success) throw new NodeRefusal(400, parsed.error.issues[0]?.message ?? "Bad JSON.");
  const { value = secretOf(`${clusterId} node key ${data.nextKeyId}`), ...given } = parsed.data;
  if (data.keys.some((one) => one.value === value)) {
    throw new NodeRefusal(409, "API key generation conflict.");
  }
  return addKey(data, { ...given, value });
}

export function getKey(call: NodeCall): NodeReply {
  return ok(answerKey(addressed(call)));
}

/** Revokes it: from now on it opens nothing. */
export function deleteKey(call: NodeCall): NodeReply {
  const { id } = addressed(call);
  call.data.keys = call.data.keys.filter((one) => one.id !== id);
  return ok({ id });
}

function addressed({ data, params }: NodeCall): NodeKey {
  const found = data.keys.find(({ id }) => String(id) === params.id);
  if (found === undefined) throw new NodeRefusal(404, "Not found.");
  return found;
}
