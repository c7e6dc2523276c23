import type { ClusterData } from "../../../domain/store/data";

import type { JsonRecord } from "../../../domain/store/named";
import {
  bodyOf,
  created,
  FIRST_WITH_SETS,
  isAtLeast,
  type NodeCall,
  type NodeHandler,
  NodeRefusalError,
  type NodeReply,
  ok,
  refused,
} from "../../call";

import { isString, requireString } from "../../json";
import { checkConversationModel, checkNlSearchModel, checkPersonalizationModel } from "./checks";

interface ModelRules {
  readonly models: (data: ClusterData) => Map<string, JsonRecord>;
  /** @throws NodeRefusalError 400 */
  readonly check: (call: NodeCall, model: JsonRecord) => void;
  readonly defaults: JsonRecord;
  /** Properties of which answers show only the beginning. */
  readonly secrets: readonly string[];
  /** Properties that the answer of a DELETE masks. */
  readonly secretsOfDeleted: readonly string[];
}

const CONVERSATION: ModelRules = {
  models: ({ models }) => models.conversation,
  check: checkConversationModel,
  defaults: { ttl: 86_400 },
  secrets: ["api_key"],
  secretsOfDeleted: ["api_key"],
};

const NL_SEARCH: ModelRules = {
  models: ({ models }) => models.nlSearch,
  check: checkNlSearchModel,
  defaults: {},
  secrets: ["api_key", "access_token", "refresh_token", "client_secret"],
  secretsOfDeleted: ["api_key"],
};

/**
 * Shows the first five characters of each secret, and stars for the rest.
 * @throws HandlerError for one that is no string
 */
function hidden(model: JsonRecord, secrets: readonly string[]): JsonRecord {
  const masked = secrets.flatMap((name) => {
    if (model[name] === undefined) return [];
    const secret = requireString(model[name]);
    return [[name, secret.length > 5 ? secret.slice(0, 5).padEnd(secret.length, "*") : "*".repeat(11)]];
  });
  return { ...model, ...Object.fromEntries(masked) };
}

function modelOf(
  models: ReadonlyMap<string, JsonRecord>,
  { params: { id = "" } }: NodeCall,
): [string, JsonRecord] {
  const found = models.get(id);
  if (found === undefined) throw new NodeRefusalError(404, "Model not found");
  return [id, found];
}

/** Servers before 30 answer a create with 200. */
function createdBy(call: NodeCall, answer: unknown): NodeReply {
  return isAtLeast(call, FIRST_WITH_SETS) ? created(answer) : ok(answer);
}

function operations({ models, check, defaults, secrets, secretsOfDeleted }: ModelRules) {
  return {
    list: ({ data }) => ok([...models(data).values()].reverse().map((model) => hidden(model, secrets))),
    get: (call) => ok(hidden(modelOf(models(call.data), call)[1], secrets)),
    create: (call) => {
      const body = bodyOf(call);
      const id = isString(body.id) && body.id !== "" ? body.id : crypto.randomUUID();
      if (models(call.data).has(id)) throw new NodeRefusalError(409, "Model already exists");
      const model = { ...defaults, ...body, id };
      check(call, model);
      models(call.data).set(id, model);
      return createdBy(call, hidden(model, secrets));
    },
    update: (call) => {
      const body = bodyOf(call);
      const [id, before] = modelOf(models(call.data), call);
      const model = { ...before, ...body };
      check(call, model);
      models(call.data).set(id, model);
      return ok(hidden(model, secrets));
    },
    delete: (call) => {
      const [id, model] = modelOf(models(call.data), call);
      models(call.data).delete(id);
      return ok(hidden(model, secretsOfDeleted));
    },
  } satisfies Readonly<Record<string, NodeHandler>>;
}

/** The vector size that the emulator answers. It does not open models. */
const DIMENSIONS = 256;

/** True if a body can be a gzip archive; its content is not read. */
function isArchive(text: string): boolean {
  return text.startsWith("\x1f");
}

function createPersonalizationModel(call: NodeCall): NodeReply {
  const {
    data: { models },
    query,
    body,
  } = call;
  const [name, type] = [query.get("name"), query.get("type")];
  if (name === null || type === null) throw refused("Missing required parameters 'name' and 'type'.");
  const given = query.get("id") ?? "";
  if (models.personalization.has(given)) throw new NodeRefusalError(409, "Model id already exists");
  const id = given === "" ? crypto.randomUUID() : given;
  const model = { id, name, type };
  checkPersonalizationModel(model);
  if (!isArchive(body.text)) throw new NodeRefusalError(500, "Failed to extract model archive");
  const isNew = isAtLeast(call, FIRST_WITH_SETS);
  const stored = { ...model, [isNew ? "num_dim" : "num_dims"]: DIMENSIONS };
  models.personalization.set(id, stored);
  return createdBy(call, isNew ? stored : { ok: true, model_id: stored });
}

function upsertPersonalizationModel(call: NodeCall): NodeReply {
  const { models } = call.data;
  const names = ["name", "collection", "type"].flatMap((one) => {
    const value = call.query.get(one);
    return value ? [[one, value]] : [];
  });
  const [id, before] = modelOf(models.personalization, call);
  const model = { ...before, ...Object.fromEntries(names) };
  checkPersonalizationModel(model);
  const { text } = call.body;
  if (text !== "" && !isArchive(text)) throw refused("Invalid model archive format");
  models.personalization.set(id, model);
  return ok(model);
}

const conversation = operations(CONVERSATION);
const nlSearch = operations(NL_SEARCH);

export const MODEL_HANDLERS = {
  listConversationModels: conversation.list,
  createConversationModel: conversation.create,
  getConversationModel: conversation.get,
  upsertConversationModel: conversation.update,
  deleteConversationModel: conversation.delete,
  listNlSearchModels: nlSearch.list,
  createNlSearchModel: nlSearch.create,
  getNlSearchModel: nlSearch.get,
  upsertNlSearchModel: nlSearch.update,
  deleteNlSearchModel: nlSearch.delete,
  listPersonalizationModels: ({ data }) => ok([...data.models.personalization.values()].reverse()),
  createPersonalizationModel,
  getPersonalizationModel: (call) => ok(modelOf(call.data.models.personalization, call)[1]),
  upsertPersonalizationModel,
  deletePersonalizationModel: (call) => {
    const { personalization } = call.data.models;
    const [id, model] = modelOf(personalization, call);
    personalization.delete(id);
    return ok(model);
  },
} satisfies Readonly<Record<string, NodeHandler>>;
