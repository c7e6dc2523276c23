import type { ClusterData } from "../../../domain/store/data";
import type { JsonRecord } from "../../../domain/store/named";
import { collectionNamed, hasSets, refused } from "../../call";
import { isString, isUnsigned } from "../../json";

/** The server that checks a model. */
export interface ModelServer {
  readonly data: ClusterData;
  readonly version: string;
  /** False: the collections that a model names may come later. */
  readonly live: boolean;
}

/** A check of a model's configuration: returns the server's message, or nothing. */
type ModelCheck = (model: JsonRecord) => string | undefined;

/** Runs checks until one fails. @throws NodeRefusalError 400 */
function checkModel(model: JsonRecord, checks: readonly ModelCheck[]): void {
  for (const check of checks) {
    const words = check(model);
    if (words !== undefined) throw refused(words);
  }
}

const isFilled = (value: unknown) => isString(value) && value !== "";

const nameGiven: ModelCheck = ({ model_name }) =>
  isString(model_name) ? undefined : "Property `model_name` is not provided or not a string.";

const promptIsText: ModelCheck = ({ system_prompt }) =>
  system_prompt === undefined || isString(system_prompt)
    ? undefined
    : "Property `system_prompt` is not a string.";

const maxBytesGiven: ModelCheck = ({ max_bytes }) =>
  isUnsigned(max_bytes) && max_bytes > 0
    ? undefined
    : "Property `max_bytes` is not provided or not a positive integer.";

const filled =
  (name: string): ModelCheck =>
  ({ [name]: value }) =>
    isFilled(value) ? undefined : `Property \`${name}\` is missing or is not a non-empty string.`;

const textOrNone =
  (name: string, words = `Property \`${name}\` must be a string.`): ModelCheck =>
  ({ [name]: value }) =>
    value === undefined || isString(value) ? undefined : words;

const inRange =
  (name: string, most: number): ModelCheck =>
  ({ [name]: value }) => {
    const fits = typeof value === "number" && value >= 0 && value <= most;
    return value === undefined || fits
      ? undefined
      : `Property \`${name}\` must be a number between 0 and ${most}.`;
  };

const wholeOrNone =
  (name: string, least: 0 | 1): ModelCheck =>
  ({ [name]: value }) => {
    const fits = typeof value === "number" && Number.isInteger(value) && value >= least;
    if (value === undefined || fits) return undefined;
    return `Property \`${name}\` must be a ${least === 0 ? "non-negative" : "positive"} integer.`;
  };

/** Returns the checks of a model's service, which its name starts with. @throws NodeRefusalError 400 */
function checksOfService(
  { model_name }: JsonRecord,
  services: Readonly<Record<string, readonly ModelCheck[]>>,
): readonly ModelCheck[] {
  const [service = "", ...rest] = String(model_name).split("/");
  const name = rest.length === 0 ? "" : service;
  const found = Object.hasOwn(services, name) ? services[name] : undefined;
  if (found === undefined) throw refused(`Model namespace \`${name}\` is not supported.`);
  return found;
}

const NAMES: Readonly<Record<string, string>> = { recommendation: "tyrec-1", search: "tyrec-2" };
const TYPES = "Must be either 'recommendation' or 'search'.";

const CHECKS: readonly ModelCheck[] = [
  ({ id }) => (isString(id) ? undefined : "Missing or invalid 'id' field."),
  ({ name }) => (isString(name) ? undefined : "Missing or invalid 'name' field."),
  ({ name }) =>
    String(name).split("/").length === 2 ? undefined : "Model name must contain exactly one '/' character.",
  ({ name }) => (String(name).startsWith("ts/") ? undefined : "Model namespace must be 'ts'."),
  ({ name }) => (name === "ts/" ? "Model name part cannot be empty." : undefined),
  ({ type }) => (isString(type) ? undefined : `Missing or invalid 'type' field. ${TYPES}`),
  ({ type }) => (Object.hasOwn(NAMES, String(type)) ? undefined : `Invalid type. ${TYPES}`),
  ({ name, type }) =>
    name === `ts/${NAMES[String(type)]}`
      ? undefined
      : "Invalid model name for type. Use 'tyrec-1' for recommendation and 'tyrec-2' for search.",
];

/** @throws NodeRefusalError 400, in the server's order */
export function checkPersonalizationModel(model: JsonRecord): void {
  checkModel(model, CHECKS);
}

/** From version 30 on, these models of OpenAI take no temperature. */
const openAiTemperature: ModelCheck = (model) => {
  const name = String(model.model_name).split("/").slice(1).join("/");
  if (model.temperature !== undefined && /^o\d|gpt-5/.test(name)) {
    return "Property `temperature` is not supported for the o-series and gpt-5 models.";
  }
  return inRange("temperature", 2)(model);
};

const keyOrNone: ModelCheck = ({ api_key }) =>
  api_key === undefined || (isString(api_key) && api_key !== "")
    ? undefined
    : "Property `api_key` is not a string or is not a non-empty string.";

const stopSequences: ModelCheck = ({ stop_sequences }) =>
  stop_sequences === undefined || Array.isArray(stop_sequences)
    ? undefined
    : "Property `stop_sequences` must be an array of strings.";

const TUNING = [inRange("temperature", 2), inRange("top_p", 1), wholeOrNone("top_k", 0)];
const CREDENTIALS = ["project_id", "access_token", "refresh_token", "client_id", "client_secret"];

/** Checks of the server before it calls the service. The emulator never calls it. */
const NL_SERVICES: Readonly<Record<string, readonly ModelCheck[]>> = {
  openai: [filled("api_key"), openAiTemperature],
  cloudflare: [filled("api_key"), filled("account_id")],
  vllm: [filled("api_url"), keyOrNone, inRange("temperature", 2)],
  google: [filled("api_key"), ...TUNING, stopSequences, textOrNone("api_version")],
  gcp: [...CREDENTIALS.map(filled), textOrNone("region"), ...TUNING, wholeOrNone("max_output_tokens", 1)],
  azure: [filled("api_key"), filled("url"), inRange("temperature", 2)],
};

const { azure: _, ...BEFORE_AZURE } = NL_SERVICES;
/** Checks of servers before 30. */
const OLD_NL_SERVICES = { ...BEFORE_AZURE, openai: [filled("api_key"), inRange("temperature", 2)] };

/** @throws NodeRefusalError 400, in the server's order */
export function checkNlSearchModel({ version }: ModelServer, model: JsonRecord): void {
  checkModel(model, [nameGiven, promptIsText, maxBytesGiven]);
  checkModel(model, checksOfService(model, hasSets(version) ? NL_SERVICES : OLD_NL_SERVICES));
}

const given =
  (name: string, word: string): ModelCheck =>
  ({ [name]: value }) => {
    if (value === undefined) return `${word} is not provided`;
    return isString(value) ? undefined : `${word} is not a string`;
  };

const there =
  (name: string): ModelCheck =>
  ({ [name]: value }) =>
    value === undefined ? `${name} is required for Azure models` : undefined;

/** Checks of the server before it calls the service. The emulator never calls it. */
const CONVERSATION_SERVICES: Readonly<Record<string, readonly ModelCheck[]>> = {
  openai: [
    given("api_key", "API key"),
    textOrNone("openai_url", "Property `openai_url` is not a string."),
    textOrNone("openai_path", "Property `openai_path` is not a string."),
  ],
  cloudflare: [given("api_key", "API key"), given("account_id", "Account ID")],
  vllm: [given("vllm_url", "vLLM URL"), textOrNone("api_key", "API key is not a string")],
  azure: [there("api_key"), there("url")],
};
/** The names of Google's models. */
const GOOGLE = { new: { google: [] }, old: { gcp: [] } };

/** Requirements for the collection that keeps the conversations, in the server's order of checks. */
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
  isString(history_collection) ? undefined : "Property `history_collection` is missing or is not a string.";

const ttlFits: ModelCheck = ({ ttl }) =>
  ttl === undefined || isUnsigned(ttl) ? undefined : "Property `ttl` is not a positive integer.";

/** @throws NodeRefusalError 400, in the server's order */
export function checkConversationModel({ data, version, live }: ModelServer, model: JsonRecord): void {
  checkModel(model, [nameGiven, promptIsText, historyGiven, maxBytesGiven]);
  if (live) checkHistory(data, String(model.history_collection));
  checkModel(model, [ttlFits]);
  const google = hasSets(version) ? GOOGLE.new : GOOGLE.old;
  checkModel(model, checksOfService(model, { ...CONVERSATION_SERVICES, ...google }));
}

function checkHistory(data: ClusterData, name: string): void {
  const collection = collectionNamed(data, name);
  if (collection === undefined) throw refused("Collection not found");
  for (const [field, wanted] of HISTORY) {
    const found = collection.fields.find((one) => one.name === field);
    if (wanted === "there") {
      if (found === undefined) throw refused(`Schema is missing \`${field}\` field`);
    } else if (wanted === "sort" ? found?.sort !== true : found?.type !== wanted) {
      throw refused(`\`${field}\` field must be ${WORDS[wanted]}`);
    }
  }
}
