import {
  hasOwnCredential,
  isRedactedText,
  modelConfigOf,
  needsApiKey,
  serviceOf,
  takesApiKey,
  visiblePart,
} from "../../../api/dataPlane/embeddings";
import type { FieldBody, FieldRecord } from "../../../dataPlane";
import { isUnknown, TerraformError, UNKNOWN, type Unknown } from "../../../framework";
import { type CollectionSettings, extraOf, type FieldValues } from "./schema";

/** `model_api_key_wo`, which only the configuration has; null: it is not configured. */
export type ModelKey = string | null;

/**
 * Returns the key of a plan or an apply; null without a version. `ignore_changes` may hide its value from a plan, but not from its apply
 * (docs/design/protocol.md#write-only): where only the version is there, it counts as unknown.
 */
export function modelKeyOf<Key extends ModelKey | Unknown>(
  config: { readonly model_api_key_wo: Key } | null,
  { model_api_key_wo_version: version }: { readonly model_api_key_wo_version: number | null | Unknown },
): Key | Unknown | null {
  return version === null ? null : (config?.model_api_key_wo ?? UNKNOWN);
}

/** Adds the key to the model of a field that takes one and has no credential of its own. */
export function withModelKey(body: FieldBody, key: ModelKey): FieldBody {
  const config = modelConfigOf(body);
  if (key === null || config === undefined || !takesApiKey(config) || hasOwnCredential(config)) return body;
  return { ...body, embed: { ...(body.embed as object), model_config: { ...config, api_key: key } } };
}

/** True if a field takes its key from `model_api_key_wo`. */
function takesModelKey(field: Pick<FieldValues, "extra">): boolean {
  const config = modelConfigOf(extraOf(field));
  return config !== undefined && takesApiKey(config) && !hasOwnCredential(config);
}

/** Returns the services that get `model_api_key_wo`, sorted. */
export function servicesWithKey(fields: readonly Pick<FieldValues, "extra">[]): string[] {
  const names = fields
    .filter(takesModelKey)
    .flatMap((field) => modelConfigOf(extraOf(field))?.model_name ?? []);
  return [...new Set(names.map(serviceOf))].sort();
}

/** Returns the key in `extra` of a field; undefined if it has none, or only the visible part that an import has found. */
function ownKeyOf(field: Pick<FieldValues, "extra">): unknown {
  const key = modelConfigOf(extraOf(field))?.api_key ?? undefined;
  return isRedactedText(key) ? undefined : key;
}

type Versioned = Pick<CollectionSettings, "field" | "model_api_key_wo_version">;

/**
 * Returns the names of the fields whose key is sent although the server shows them as planned:
 *
 * - the version has changed. The first version after an import is only stored: nobody knows which key the server has.
 * - `model_api_key_wo` takes the place of another key in `extra`, or a key in `extra` the place of `model_api_key_wo`.
 *
 * @param key unknown: it counts as another key
 */
export function fieldsToRekey(
  { field: before, model_api_key_wo_version: version }: Versioned,
  planned: { readonly field: readonly FieldValues[]; readonly version: number | null | Unknown },
  key: ModelKey | Unknown,
): ReadonlySet<string> {
  const isNext = version !== null && planned.version !== null && planned.version !== version;
  const isRekeyed = (field: FieldValues) => {
    const prior = before.find(({ name }) => name === field.name);
    if (prior === undefined) return false;
    const own = ownKeyOf(prior);
    if (takesModelKey(field)) return isNext || (own !== undefined && key !== null && own !== key);
    return version !== null && takesModelKey(prior) && ownKeyOf(field) !== undefined;
  };
  return new Set(planned.field.filter(isRekeyed).map(({ name }) => name));
}

/**
 * Returns the names of the fields that certainly have another key at the server: its visible beginning differs. Equal beginnings prove
 * nothing.
 */
export function fieldsWithOtherKey(
  seen: readonly FieldRecord[],
  planned: readonly FieldValues[],
  key: string,
): string[] {
  const others = planned.filter((field) => {
    const record = seen.find(({ name }) => name === field.name);
    const shown = record && modelConfigOf({ ...record })?.api_key;
    return takesModelKey(field) && typeof shown === "string" && !key.startsWith(visiblePart(shown));
  });
  return others.map(({ name }) => name);
}

/** True if every server would reject a field, because its model has no credential. */
export function lacksModelKey(body: FieldBody): boolean {
  const config = modelConfigOf(body);
  return config !== undefined && needsApiKey(config) && !hasOwnCredential(config);
}

/**
 * Refuses to send a field whose model needs a key that is not configured.
 *
 * @param what within a sentence: `collection "products" of cluster c-1`
 * @throws TerraformError that names the field and the model
 */
export function requireModelKeys(bodies: readonly FieldBody[], key: ModelKey | Unknown, what: string): void {
  if (isUnknown(key)) return;
  const lacking = bodies.find((body) => lacksModelKey(withModelKey(body, key)));
  if (lacking === undefined) return;
  throw new TerraformError(
    `No key for the model of field "${lacking.name}"`,
    `The field of ${what} would be sent without the key of its model ${modelConfigOf(lacking)?.model_name}, and the server would reject it. Nothing ` +
      "was sent. Set model_api_key_wo and model_api_key_wo_version; with Terraform before 1.11 or OpenTofu before 1.11, api_key in " +
      "embed.model_config of the field's extra.",
    ["field"],
  );
}
