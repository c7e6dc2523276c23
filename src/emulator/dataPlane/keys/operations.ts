import * as z from "zod";
import { addKey, secretOf } from "../../domain/keys/operations";
import { isRecord } from "../../domain/rules/fields";
import { type ClusterData, NEVER_EXPIRES, type NodeKey } from "../../domain/store/data";
import { created, HandlerError, jsonOf, type NodeCall, NodeRefusalError, type NodeReply, ok } from "../call";

const PREFIX_LENGTH = 4;

/** Returns a key as reads answer it, without its value. */
export function answerKey({ value, listed: _, ...shown }: NodeKey) {
  return { ...shown, value_prefix: value.slice(0, PREFIX_LENGTH) };
}

const wordsOf = (name: string) => `Wrong format for \`${name}\`. It should be an array of string.`;
const list = (name: string) => z.array(z.unknown(), wordsOf(name)).min(1, wordsOf(name));
const texts = (name: string) => z.array(z.string(wordsOf(name)));
const EXPIRES = "Wrong format for `expires_at`. It should be an unsigned integer.";

/** The server's checks, in order. */
const CHECKS = [
  z.looseObject({ value: z.string("Key value must be a string.").optional() }),
  z.looseObject({ description: z.string("Key description must be a string.").optional() }),
  z.looseObject({ actions: list("actions") }),
  z.looseObject({ collections: list("collections") }),
  z.looseObject({ actions: texts("actions") }),
  z.looseObject({ collections: texts("collections") }),
  z.looseObject({ expires_at: z.int(EXPIRES).min(0, EXPIRES).optional() }),
];
const BODY = z.object({
  description: z.string().default(""),
  actions: z.array(z.string()),
  collections: z.array(z.string()),
  expires_at: z.int().default(NEVER_EXPIRES),
  autodelete: z.boolean().default(false),
  value: z.string().optional(),
});

/** Lists keys, sorted by their ids as strings. */
export function listKeys({ data }: NodeCall): NodeReply {
  const byId = data.keys
    .filter(({ listed }) => listed)
    .sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1));
  return ok({ keys: byId.map(answerKey) });
}

/** Creates a key. Only this response contains the value. */
export function createKey(call: NodeCall): NodeReply {
  const { world, data, cluster } = call;
  const { key_without_description: demands, chosen_key_value: chosen } = world.assumptions;
  const demanded = demands === "400" ? ["description"] : [];
  const given = jsonOf(call);
  const { value, ...others } = isRecord(given) ? given : {};
  const body = value === undefined || chosen === "ignored" ? others : { ...others, value };
  const { listed: _, ...shown } = createdKey(cluster.id, data, body, demanded);
  return created(shown);
}

/** Creates a key from a body. @throws NodeRefusalError */
export function createdKey(
  clusterId: string,
  data: ClusterData,
  body: Readonly<Record<string, unknown>>,
  demanded: readonly string[],
): NodeKey {
  const missing = [...demanded, "actions", "collections"].find((name) => !Object.hasOwn(body, name));
  if (missing !== undefined) throw new NodeRefusalError(400, `Could not find a \`${missing}\` key.`);
  const wrong = CHECKS.flatMap((check) => check.safeParse(body).error?.issues ?? [])[0];
  if (wrong !== undefined) throw new NodeRefusalError(400, wrong.message);
  const parsed = BODY.safeParse(body);
  if (!parsed.success) throw new HandlerError(parsed.error.message);
  const { value = secretOf(`${clusterId} node key ${data.nextKeyId}`), ...given } = parsed.data;
  if (data.keys.some((one) => one.value === value)) {
    throw new NodeRefusalError(409, "API key generation conflict.");
  }
  return addKey(data, { ...given, value });
}

export function getKey(call: NodeCall): NodeReply {
  return ok(answerKey(addressed(call)));
}

/** Revokes a key. */
export function deleteKey(call: NodeCall): NodeReply {
  const { id } = addressed(call);
  call.data.keys = call.data.keys.filter((one) => one.id !== id);
  return ok({ id });
}

/** Returns the addressed key. The server reads the leading number of the id, in 32 bits. */
function addressed({ data, params }: NodeCall): NodeKey {
  const [number] = /^\s*[+-]?\d+/.exec(params.id ?? "") ?? [];
  if (number === undefined || BigInt(number.trim()) > MOST) throw new HandlerError(`No number: ${params.id}`);
  const id = Number(BigInt.asUintN(32, BigInt(number.trim())));
  const found = data.keys.find((one) => one.listed && one.id === id);
  if (found === undefined) throw new NodeRefusalError(404, "Not found.");
  return found;
}

/** The largest number that the server can read. */
const MOST = 2n ** 64n - 1n;

/** The interval in seconds at which a server deletes expired keys. */
const HOUSEKEEPING = 3600;

/** Deletes expired keys with `autodelete`. */
export function deleteExpiredKeys(data: ClusterData, now: number): void {
  const isOver = ({ autodelete, expires_at }: NodeKey) =>
    autodelete && now / 1000 > expires_at + HOUSEKEEPING;
  if (data.keys.some(isOver)) data.keys = data.keys.filter((one) => !isOver(one));
}
