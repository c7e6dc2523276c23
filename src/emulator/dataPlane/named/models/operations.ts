import type { ClusterData } from "../../../domain/store/data";

import type { JsonRecord, ModelRecord } from "../../../domain/store/named";
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
import {
  checkConversationModel,
  checkNlSearchModel,
  checkPersonalizationModel,
  type ModelServer,
} from "./checks";

/** The kinds of models that call a service, as {@link NamedRecords} names them. */
export type ModelKind = "conversation_models" | "nl_search_models";

interface ModelRules {
  /** @throws NodeRefusalError 400 */
  readonly check: (server: ModelServer, model: JsonRecord) => void;
  readonly defaults: JsonRecord;
  /** Properties of which answers show only the beginning. */
  readonly secrets: readonly string[];
  /** Properties that the answer of a DELETE masks. */
  readonly secretsOfDeleted: readonly string[];
}

const RULES: Readonly<Record<ModelKind, ModelRules>> = {
  conversation_models: {
    check: checkConversationModel,
    defaults: { ttl: 86_400 },
    secrets: ["api_key"],
    secretsOfDeleted: ["api_key"],
  },
  nl_search_models: {
    check: checkNlSearchModel,
    defaults: {},
    secrets: ["api_key", "access_token", "refresh_token", "client_secret"],
    secretsOfDeleted: ["api_key"],
  },
};

/** Returns a model as reads show it. */
export function answerModel(kind: ModelKind, model: JsonRecord): JsonRecord {
  return hidden(model, RULES[kind].secrets);
}

/** Stores a model as a server does. @throws NodeRefusalError 400 */
export function putModel(server: ModelServer, kind: ModelKind, id: string, body: JsonRecord): ModelRecord {
  const { check, defaults } = RULES[kind];
  const model = { ...defaults, ...body, id };
  check(server, model);
  server.data.named[kind].set(id, model);
  return model;
}

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

/** Returns the model that a request names. @throws NodeRefusalError 404 */
function modelOf(models: ReadonlyMap<string, ModelRecord>, { params: { name = "" } }: NodeCall): ModelRecord {
  const found = models.get(name);
  if (found === undefined) throw new NodeRefusalError(404, "Model not found");
  return found;
}

/** Servers before 30 answer a create with 200. */
function createdBy(call: NodeCall, answer: unknown): NodeReply {
  return isAtLeast(call, FIRST_WITH_SETS) ? created(answer) : ok(answer);
}

function operations(kind: ModelKind) {
  const modelsOf = ({ named }: ClusterData): Map<string, ModelRecord> => named[kind];
  const serverOf = ({ data, cluster }: NodeCall): ModelServer => ({
    data,
    version: cluster.search_server_version,
    live: true,
  });
  return {
    list: ({ data }) => ok([...modelsOf(data).values()].reverse().map((model) => answerModel(kind, model))),
    get: (call) => ok(answerModel(kind, modelOf(modelsOf(call.data), call))),
    create: (call) => {
      const body = bodyOf(call);
      const id = isString(body.id) && body.id !== "" ? body.id : crypto.randomUUID();
      if (modelsOf(call.data).has(id)) throw new NodeRefusalError(409, "Model already exists");
      return createdBy(call, answerModel(kind, putModel(serverOf(call), kind, id, body)));
    },
    update: (call) => {
      const body = bodyOf(call);
      const before = modelOf(modelsOf(call.data), call);
      return ok(answerModel(kind, putModel(serverOf(call), kind, before.id, { ...before, ...body })));
    },
    delete: (call) => {
      const model = modelOf(modelsOf(call.data), call);
      modelsOf(call.data).delete(model.id);
      return ok(hidden(model, RULES[kind].secretsOfDeleted));
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
    data: { personalization },
    query,
    body,
  } = call;
  const [name, type] = [query.get("name"), query.get("type")];
  if (name === null || type === null) throw refused("Missing required parameters 'name' and 'type'.");
  const given = query.get("id") ?? "";
  if (personalization.has(given)) throw new NodeRefusalError(409, "Model id already exists");
  const id = given === "" ? crypto.randomUUID() : given;
  const model = { id, name, type };
  checkPersonalizationModel(model);
  if (!isArchive(body.text)) throw new NodeRefusalError(500, "Failed to extract model archive");
  const isNew = isAtLeast(call, FIRST_WITH_SETS);
  const stored = { ...model, [isNew ? "num_dim" : "num_dims"]: DIMENSIONS };
  personalization.set(id, stored);
  return createdBy(call, isNew ? stored : { ok: true, model_id: stored });
}

function upsertPersonalizationModel(call: NodeCall): NodeReply {
  const { personalization } = call.data;
  const names = ["name", "collection", "type"].flatMap((one) => {
    const value = call.query.get(one);
    return value ? [[one, value]] : [];
  });
  const before = modelOf(personalization, call);
  const model = { ...before, ...Object.fromEntries(names) };
  checkPersonalizationModel(model);
  const { text } = call.body;
  if (text !== "" && !isArchive(text)) throw refused("Invalid model archive format");
  personalization.set(before.id, model);
  return ok(model);
}

const conversation = operations("conversation_models");
const nlSearch = operations("nl_search_models");

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
  listPersonalizationModels: ({ data }) => ok([...data.personalization.values()].reverse()),
  createPersonalizationModel,
  getPersonalizationModel: (call) => ok(modelOf(call.data.personalization, call)),
  upsertPersonalizationModel,
  deletePersonalizationModel: (call) => {
    const { personalization } = call.data;
    const model = modelOf(personalization, call);
    personalization.delete(model.id);
    return ok(model);
  },
} satisfies Readonly<Record<string, NodeHandler>>;
