import { NodeRefusalError, refused } from "../call";
import type { Json } from "../json";

/** Dimensions of the public models, by name without `ts/`. */
const PUBLIC: Readonly<Record<string, number>> = {
  ...{ "e5-small": 384, "e5-small-v2": 384, "e5-base": 768, "e5-base-v2": 768 },
  ...{ "e5-large": 1024, "e5-large-v2": 1024 },
  ...{ "multilingual-e5-small": 384, "multilingual-e5-base": 768, "multilingual-e5-large": 1024 },
  ...{ "all-MiniLM-L12-v2": 384, "all-MiniLM-L6-v2": 384, "paraphrase-multilingual-mpnet-base-v2": 768 },
  ...{ "distiluse-base-multilingual-cased-v2": 512, "clip-vit-b-p32": 512 },
  ...{ "gte-small": 384, "gte-base": 768, "gte-large": 1024 },
  ...{ "snowflake-arctic-embed-s": 384, "snowflake-arctic-embed-m": 768 },
};

/** Models of other services: required configuration, and default dimensions. */
const REMOTE: Readonly<Record<string, { names: readonly string[]; dimensions: number }>> = {
  openai: { names: ["model_name", "api_key"], dimensions: 1536 },
  google: { names: ["model_name", "api_key"], dimensions: 768 },
  gcp: {
    names: ["model_name", "project_id", "access_token", "refresh_token", "client_id", "client_secret"],
    dimensions: 768,
  },
  azure: { names: ["model_name", "api_key", "url"], dimensions: 1536 },
};
const LARGE = "openai/text-embedding-3-large";
const LARGE_DIMENSIONS = 3072;

/**
 * Returns the dimensions of a model. No model is loaded and no service is called: public models are known by name,
 * and remote ones are assumed to exist.
 * @param wanted the dimensions that the field names; 0: none
 * @throws NodeRefusalError
 */
export function modelDimensions(config: Json, wanted: number): number {
  if ("personalization_type" in config) throw recommendationProblem(config);
  const name = String(config.model_name);
  const [namespace = "", ...rest] = name.split("/");
  if (rest.length === 0) throw refused("Model file not found");
  const remote = Object.hasOwn(REMOTE, namespace) ? REMOTE[namespace] : undefined;
  if (remote !== undefined) {
    checkRemote(config, namespace, remote.names);
    if (wanted > 0) return wanted;
    return name === LARGE ? LARGE_DIMENSIONS : remote.dimensions;
  }
  if (namespace !== "ts") throw refused("Model file not found");
  const model = rest.join("/");
  const dimensions = Object.hasOwn(PUBLIC, model) ? PUBLIC[model] : undefined;
  if (dimensions === undefined) throw new NodeRefusalError(404, "Model not found");
  return dimensions;
}

function checkRemote(config: Json, namespace: string, names: readonly string[]): void {
  const account = namespace === "gcp" && typeof config.service_account === "object";
  const wanted = account ? ["model_name", "project_id"] : names;
  const missing = wanted.find((name) => typeof config[name] !== "string");
  if (missing !== undefined) {
    throw refused(`Property \`embed.model_config.${missing} is missing or is not a string.`);
  }
  if (namespace === "google" && config.model_name !== "google/embedding-gecko-001") {
    throw refused("Property `embed.model_config.model_name` is not a supported Google model.");
  }
}

/** Returns the refusal of a recommendation model. None exists, because no such model can be loaded. */
function recommendationProblem(config: Json): NodeRefusalError {
  const { personalization_type: of, model_name: name, personalization_embedding_type: type } = config;
  if (of !== "recommendation") return refused("Invalid personalization type.");
  if (name !== "ts/tyrec-1") return refused("Invalid model name");
  if (typeof config.personalization_model_id !== "string") {
    return refused("personalization_model_id must be a string");
  }
  if (typeof type !== "string") return refused("personalization_embedding_type must be a string");
  if (type !== "user" && type !== "item") return refused("Invalid personalization_embedding_type");
  return refused("Invalid model id");
}

/** The models for voice queries, without `ts/`. */
const WHISPER = /^whisper\/(?:tiny|base|small|medium)(?:\.en)?$|^whisper\/large(?:-v[123])?$/;

/** Checks the model for voice queries of a create. Returns its name. @throws NodeRefusalError 400 */
export function voiceModel(given: unknown): string {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw refused("Parameter `voice_query_model` must be an object.");
  }
  const { model_name: name } = given as Json;
  if (name === undefined) throw refused("Parameter `voice_query_model.model_name` is required.");
  if (typeof name !== "string" || name === "") {
    throw refused("Parameter `voice_query_model.model_name` must be a non-empty string.");
  }
  if (!name.startsWith("ts/")) throw refused("Unknown model namespace");
  if (!WHISPER.test(name.slice("ts/".length))) throw refused("Voice query model not found");
  return name;
}
