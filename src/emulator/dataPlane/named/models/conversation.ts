import type { ClusterData } from "../../../domain/store/data";
import type { JsonObject } from "../../../domain/store/named";
import { collectionNamed, isAtLeast, type NodeCall, NodeRefusal } from "../../call";
import { isText, isUnsigned } from "../json";
import { FIRST_WITH_SETS } from "../version";
import {
  checkModel,
  checksOfService,
  type ModelCheck,
  maxBytesGiven,
  nameGiven,
  promptIsText,
} from "./checks";

const given =
  (name: string, word: string): ModelCheck =>
  ({ [name]: value }) => {
    if (value === undefined) return `${word} is not provided`;
    return isText(value) ? undefined : `${word} is not a string`;
  };

const textOrNone =
  (name: string, words: string): ModelCheck =>
  ({ [name]: value }) =>
    value === undefined || isText(value) ? undefined : words;

const there =
  (name: string): ModelCheck =>
  ({ [name]: value }) =>
    value === undefined ? `${name} is required for Azure models` : undefined;

/** What a server checks before it asks the service itself, which the emulator never does. */
const SERVICES: Readonly<Record<string, readonly ModelCheck[]>> = {
  openai: [
    given("api_key", "API key"),
    textOrNone("openai_url", "Property `openai_url` is not a string."),
    textOrNone("openai_path", "Property `openai_path` is not a string."),
  ],
  cloudflare: [given("api_key", "API key"), given("account_id", "Account ID")],
  vllm: [given("vllm_url", "vLLM URL"), textOrNone("api_key", "API key is not a string")],
  azure: [there("api_key"), there("url")],
};
/** What the models of Google are called. */
const GOOGLE = { new: { google: [] }, old: { gcp: [] } };

/** What the collection that keeps the conversations must have, in the order in which a server looks. */
const HISTORY: readonly (readonly [field: string, wanted: "there" | "string" | "int32" | "sort"])[] = [
  ...(["conversation_id", "role", "message", "timestamp"] as const).map((field) => [field, "there"] as const),
  ...(["conversation_id", "role", "message"] as const).map((field) => [field, "string"] as const),
  ["timestamp", "int32"],
  ["timestamp", "sort"],
  ["model_id", "there"],
  ["model_id", "string"],
];
const WORDS = { string: "a string", int32: "an integer", sort: "a sort field" };

const historyGiven: ModelCheck = ({ history_collection }) =>
  isText(history_collection) ? undefined : "Property `history_collection` is missing or is not a string.";

const ttlFits: ModelCheck = ({ ttl }) =>
  ttl === undefined || isUnsigned(ttl) ? undefined : "Property `ttl` is not a positive integer.";

/** @throws NodeRefusal 400 in the server's words, in its order */
export function checkConversationModel(call: NodeCall, model: JsonObject): void {
  checkModel(model, [nameGiven, promptIsText, historyGiven, maxBytesGiven]);
  checkHistory(call.data, String(model.history_collection));
  checkModel(model, [ttlFits]);
  const google = isAtLeast(call, FIRST_WITH_SETS) ? GOOGLE.new : GOOGLE.old;
  checkModel(model, checksOfService(model, { ...SERVICES, ...google }));
}

function checkHistory(data: ClusterData, name: string): void {
  const collection = collectionNamed(data, name);
  if (collection === undefined) throw new NodeRefusal(400, "Collection not found");
  for (const [field, wanted] of HISTORY) {
    const found = collection.fields.find((one) => one.name === field);
    if (wanted === "there") {
      if (found === undefined) throw new NodeRefusal(400, `Schema is missing \`${field}\` field`);
    } else if (wanted === "sort" ? found?.sort !== true : found?.type !== wanted) {
      throw new NodeRefusal(400, `\`${field}\` field must be ${WORDS[wanted]}`);
    }
  }
}
