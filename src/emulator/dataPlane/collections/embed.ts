import { isRecord } from "../../domain/rules/fields";
import type { StoredField } from "../../domain/store/data";
import { badRequest, NodeRefusalError, refused } from "../call";
import { isTextField } from "../documents/schema";
import { isEmptyValue, type Json, stringsOf } from "../json";
import { modelDimensions } from "./models";

/** Checks the property `embed` of a field. @throws NodeRefusalError 400 */
export function checkEmbed({ embed, type }: Json): void {
  if (isEmptyValue(embed)) return;
  if (type !== "float[]") throw refused("Fields with the `embed` parameter can only be of type `float[]`.");
  if (!isRecord(embed)) throw refused("Property `embed` must be an object.");
  const { from, model_config: config } = embed;
  if (from === undefined) throw refused("Property `embed` must contain a `from` property.");
  if (!Array.isArray(from)) throw refused("Property `embed.from` must be an array.");
  if (from.length === 0) throw refused("Property `embed.from` must have at least one element.");
  if (config === undefined) throw refused("Property `embed.model_config` not found.");
  if (!isRecord(config) || !("model_name" in config)) {
    throw refused("Property `embed.model_config.model_name`not found");
  }
  const { model_name: name } = config;
  if (typeof name !== "string") throw refused("Property `embed.model_config.model_name` must be a string.");
  if (name === "") throw refused("Property `embed.model_config.model_name` cannot be empty.");
  for (const prefix of ["indexing_prefix", "query_prefix"]) {
    if (prefix in config && typeof config[prefix] !== "string") {
      throw refused(`Property \`embed.model_config.${prefix}\` must be a string.`);
    }
  }
  if (from.some((one) => typeof one !== "string")) {
    throw refused("Property `embed.from` must contain only field names as strings.");
  }
}

const NO_TEXTS =
  "Property `embed.from` can only refer to string, string array or image (for supported models) fields.";
const NO_MAPPED_TEXTS =
  "Property `embed.from` can only refer to string or string array fields when mapping is provided.";

/** The fields that `embed.from` can name. */
export interface Sources {
  /** The fields of the body, as sent. */
  readonly sent: readonly unknown[];
  /** The fields of the collection. */
  readonly known: ReadonlyMap<string, StoredField>;
}

/**
 * Returns the number of dimensions of a field that computes vectors; null if it computes none.
 * @throws NodeRefusalError for invalid fields, mapping or model
 */
export function embeddingDimensions({ embed, num_dim }: Json, { sent, known }: Sources): number | null {
  if (!isRecord(embed) || isEmptyValue(embed)) return null;
  const isMapped = "mapping" in embed;
  const from = stringsOf(embed.from);
  for (const name of from) {
    const type = typeOf(name, sent) ?? known.get(name)?.type;
    if (type === undefined || !(isTextField({ type: type }) || type === "image")) throw refused(NO_TEXTS);
    if (isMapped && !isTextField({ type: type })) throw refused(NO_MAPPED_TEXTS);
  }
  const { mapping } = embed;
  const isMapping =
    Array.isArray(mapping) &&
    mapping.every((one) => typeof one === "string") &&
    mapping.length === from.length;
  if (isMapped && !isMapping) {
    throw refused("Field mapping must be a string array with same size as embed.from array");
  }
  return modelDimensions(embed.model_config as Json, Number(num_dim));
}

/** Returns the type of a field in the body. */
function typeOf(name: string, sent: readonly unknown[]): string | undefined {
  for (const one of sent) {
    if (!isRecord(one) || typeof one.name !== "string") throw badRequest();
    if (one.name === name) return String(one.type);
  }
  return undefined;
}

const SECRETS = ["api_key", "access_token", "refresh_token", "client_id", "client_secret", "project_id"];
const ACCOUNT_SECRETS = ["private_key", "client_email"];
/** Number of characters of a secret that are shown. */
const SHOWN = 5;

/** Returns `embed` as it is answered, with only the beginning of secrets. */
export function withoutSecrets(embed: unknown, from30: boolean): unknown {
  if (!isRecord(embed) || !isRecord(embed.model_config)) return embed;
  const config: Json = hidden(embed.model_config, SECRETS);
  if (from30 && isRecord(config.service_account)) {
    config.service_account = hidden(config.service_account, ACCOUNT_SECRETS);
  }
  return { ...embed, model_config: config };
}

function hidden(object: Json, names: readonly string[]): Json {
  const entries = Object.entries(object).map(([name, value]) =>
    names.includes(name) ? [name, masked(value)] : [name, value],
  );
  return Object.fromEntries(entries) as Json;
}

function masked(secret: unknown): string {
  if (typeof secret !== "string") throw badRequest();
  if (secret.length <= SHOWN) return "***********";
  return secret.slice(0, SHOWN) + "*".repeat(secret.length - SHOWN);
}

const SAME = "To change this field, drop it first before adding it back to the schema.";

/** Returns the refusal of a field that the schema has already. */
export function taken(name: string): NodeRefusalError {
  return new NodeRefusalError(400, `Field \`${name}\` is already part of the schema: ${SAME}`);
}

/** Returns a field that computes vectors after a body names it again: only its key can change. @throws NodeRefusalError for any other change */
export function withNewKey(field: StoredField, given: Json, from30: boolean): StoredField {
  const { embed } = given;
  const config = isRecord(embed) ? embed.model_config : undefined;
  const old = field.embed as { from: unknown; model_config: Json };
  if (from30) checkOnlyKeyChanges(field.name, old, embed, config);
  else checkKeyChange(embed, config);
  const { model_name, api_key } = config as Json;
  if (old.model_config.model_name !== model_name)
    throw refused("`model_name` mismatch for api_key updation.");
  if (!("api_key" in old.model_config)) throw refused("Invalid model for api_key updation.");
  if (old.model_config.api_key === api_key) throw refused("trying to update with same api_key.");
  return { ...field, embed: { ...old, model_config: { ...old.model_config, api_key } } };
}

function checkOnlyKeyChanges(
  name: string,
  old: { from: unknown; model_config: Json },
  embed: unknown,
  config: unknown,
): void {
  if (!isRecord(embed)) throw badRequest();
  const isSameSource = JSON.stringify(old.from) === JSON.stringify(embed.from);
  const changed = Object.entries(isRecord(config) ? config : {}).find(
    ([key, value]) => JSON.stringify(old.model_config[key]) !== JSON.stringify(value),
  );
  if (!isSameSource || changed?.[0] !== "api_key") throw taken(name);
}

function checkKeyChange(embed: unknown, config: unknown): void {
  if (!isRecord(embed)) throw refused("Missing or bad `embed` param.");
  const words = "`model_config` should be an object containing `model_name` and `api_key`";
  if (!isRecord(config)) throw refused(`${words}.`);
  if (typeof config.model_name === "string" && typeof config.api_key === "string") return;
  throw refused(`${words} as string values.`);
}
