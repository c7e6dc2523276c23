import { modelConfigOf } from "../../../api/dataPlane/embeddings";
import { isKnownType } from "../../../api/dataPlane/fieldRules";
import { EVERY_FIELD, fieldDefaults } from "../../../api/dataPlane/fields";
import type { FieldRecord } from "../../../dataPlane";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { countOf } from "../../model/words";
import { isSurelyBefore } from "../dataPlane";
import { type Alteration, alterationOf, bodyIn, describeAlteration, fieldBody, isEmpty } from "./alteration";
import { collectionDisplayName, describeCollection, sameNames } from "./model";
import { fieldsToRekey, fieldsWithOtherKey, modelKeyOf, requireModelKeys } from "./modelKeys";
import { droppedBy, isWhole, patchOf } from "./patch";
import { type CollectionSettings, type FieldValues, REPLACING, type SettingsPlanning } from "./schema";
import { type CollectionSnapshot, isRead } from "./snapshot";

type Planned = Plannable<CollectionSettings>;

/** The first version whose servers may have types that this provider does not know. */
const NEWER_SERVERS = "31";

/**
 * Warns at plan how many documents an edit of fields reindexes, what is sent, and what a rejection may leave behind.
 *
 * @param meanwhile describes searches and writes during the edit, in sentences
 */
export async function describeFieldEdit(
  { warn, changed, config }: SettingsPlanning,
  prior: CollectionSettings,
  planned: Planned,
  seen: CollectionSnapshot,
  meanwhile = "The collection stays in service meanwhile.",
): Promise<void> {
  const what = collectionDisplayName(prior);
  const key = modelKeyOf(config, planned);
  const rekeyed = isUnknown(planned.field)
    ? new Set<string>()
    : fieldsToRekey(
        prior,
        { field: planned.field as FieldValues[], version: planned.model_api_key_wo_version },
        key,
      );
  if (!isRead(seen)) {
    if (rekeyed.size > 0)
      warn(`${what} will reindex its documents`, describeRekeyed(prior, rekeyed), [KEYED]);
    return;
  }
  const documents = seen.num_documents === null ? "all documents" : countOf(seen.num_documents);
  if (isUnknown(planned.field)) {
    if (seen.num_documents !== 0)
      warn(`${what} will reindex ${documents} if its fields change`, `${meanwhile} ${REJECTIONS}`, ["field"]);
    return;
  }
  const fields = planned.field as CollectionSettings["field"];
  if (changed.includes(KEYED) && prior.model_api_key_wo_version === null && typeof key === "string")
    warnOfOtherKey({ warn }, fieldsWithOtherKey(seen.fields, fields, key), rekeyed);
  const alteration = alterationOf(prior.field, fields, seen.fields, undefined, rekeyed);
  if (isEmpty(alteration)) return;
  const patch = patchOf(alteration, seen, bodyIn(fields));
  requireModelKeys([...alteration.add, ...patch.add], key, describeCollection(prior));
  const isOne = isWhole(patch, alteration);
  if (seen.num_documents === 0 && isOne) return;
  const sent = `${isOne ? "One PATCH" : describeSteps(alteration)}: ${describeAlteration(alteration)}.`;
  const first = (["metadata", "synonym_sets", "curation_sets"] as const).filter((name) =>
    changed.includes(name),
  );
  const lines = [
    sent,
    ...(first.length > 0
      ? [`The server applies ${first.join(" and ")} first, and keeps that change if it rejects the fields.`]
      : []),
    ...(rekeyed.size > 0 ? [describeRekeyed({ ...prior, field: fields }, rekeyed)] : []),
    ...(seen.num_documents === 0 ? [] : [...describeRequired(alteration), meanwhile, REJECTIONS]),
  ];
  warn(
    seen.num_documents === 0
      ? `The fields of ${describeCollection(prior)} change in steps`
      : `${what} will reindex ${documents}`,
    lines.join(" "),
    ["field"],
  );
}

/** The attribute whose edit sends the keys of models again. */
const KEYED = "model_api_key_wo_version";

/** Warns of keys at the server that are not the configured one, if the first version sends nothing. */
function warnOfOtherKey(
  { warn }: Pick<SettingsPlanning, "warn">,
  others: readonly string[],
  rekeyed: ReadonlySet<string>,
): void {
  const names = others.filter((name) => !rekeyed.has(name));
  if (names.length === 0) return;
  warn(
    `The server has another key than model_api_key_wo for the model of ${names.length === 1 ? "field" : "fields"} ${names.join(", ")}`,
    "The part that it shows differs. Storing the first version of the key sends nothing, so the server keeps its own. To send the key, apply this, then edit " +
      "model_api_key_wo_version.",
    [KEYED],
  );
}

/** Describes what sending the keys of models costs, as sentences. */
function describeRekeyed({ field }: Pick<CollectionSettings, "field">, rekeyed: ReadonlySet<string>): string {
  const names = [...rekeyed].sort();
  const unstored = field.filter(({ name, store }) => rekeyed.has(name) && store === false);
  const whose = unstored.map(({ name }) => name).join(", ");
  return (
    `The ${names.length === 1 ? "key of the model of field" : "keys of the models of fields"} ${names.join(", ")} ${names.length === 1 ? "is" : "are"} sent ` +
    "again. Servers accept another key only for a field that is dropped and added again. They keep the vectors that they store with the documents, and " +
    `have the model compute only those that are missing.${unstored.length === 0 ? "" : ` They store none of ${whose} (store = false), so the model computes these for every document, which its service may bill.`}`
  );
}

const REJECTIONS =
  "The server rejects a type that the stored documents do not fit. It may reject an edit after it has " +
  "carried out a part of it: the apply then reads the collection and reports what changed.";

function describeSteps({ drop, add }: Alteration): string {
  const isEvery = drop.includes(EVERY_FIELD) && add.some(({ name }) => name === EVERY_FIELD);
  const why = isEvery
    ? "`.*` cannot be dropped and added at once"
    : "dropping some of these fields drops others with them";
  return `Several PATCHes in sequence, because ${why}`;
}

/** Names the fields that every document must have. A plan cannot check the documents. */
function describeRequired({ add }: Alteration): string[] {
  const names = add
    // A model computes the values that documents lack.
    .filter((body) => modelConfigOf(body) === undefined)
    .filter(({ optional, type, name }) => isNeeded({ optional, type, name }))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not optional: the server rejects the edit if a document lacks ${names.length === 1 ? "it" : "one of them"}.`,
  ];
}

function isNeeded({
  optional,
  type,
  name,
}: {
  readonly optional: unknown;
  readonly type: string;
  readonly name: string;
}) {
  return optional !== true && type !== "auto" && type !== "string*" && !name.includes(".*");
}

/**
 * Refuses to add a field of a type that the servers of these versions do not have: they find that out only after they have added it. A
 * newer server may know the type.
 *
 * @throws TerraformError that names the field and the type.
 */
export async function refuseUnknownTypes(
  planning: SettingsPlanning,
  prior: CollectionSettings,
  planned: Planned,
): Promise<void> {
  if (isUnknown(planned.field)) return;
  const fields = planned.field as CollectionSettings["field"];
  const odd = fields.filter(
    ({ name, type }) =>
      !isKnownType(type) && !prior.field.some((field) => field.name === name && field.type === type),
  );
  const [first] = odd;
  if (first === undefined) return;
  const { api_key: key } = planned;
  const where = key === null || isUnknown(key) ? prior : { ...prior, api_key: key };
  if (!(await isSurelyBefore(planning, where, NEWER_SERVERS, `to change ${describeCollection(prior)}`)))
    return;
  throw new TerraformError(
    `Field "${first.name}" cannot have the type "${first.type}"`,
    `No server before version ${NEWER_SERVERS} has that type. It would add the field to ${describeCollection(prior)} before it rejects it, and then ` +
      "accept neither documents nor further fields. Nothing was changed. Choose one of the types in the documentation of the attribute.",
    ["field"],
  );
}

/** Returns those of the changed attributes that need another collection. */
export function replacingNames(
  changed: readonly string[],
  prior: CollectionSettings,
  planned: Plannable<CollectionSettings>,
): (typeof REPLACING)[number][] {
  return REPLACING.filter((name) => changed.includes(name) && !isSameValue(name, prior, planned));
}

/** Returns `field` if the edit would drop the default sorting field: a server that drops it no longer sorts by it, for good. */
export function replacingFields(
  changed: readonly string[],
  prior: CollectionSettings,
  planned: Plannable<CollectionSettings>,
): "field"[] {
  const { field, default_sorting_field: sorting } = prior;
  if (!changed.includes("field") || !sorting || isUnknown(planned.field)) return [];
  const fields = field.map((one) => ({ ...fieldDefaults(one), ...fieldBody(one) }) as FieldRecord);
  const schema = { fields, enable_nested_fields: prior.enable_nested_fields };
  const alteration = alterationOf(field, planned.field as FieldValues[], fields);
  return droppedBy(alteration, schema).has(sorting) ? ["field"] : [];
}

function isSameValue(
  name: (typeof REPLACING)[number],
  prior: CollectionSettings,
  planned: Plannable<CollectionSettings>,
): boolean {
  if (isUnknown(planned[name])) return false;
  if (name === "enable_nested_fields") return (prior[name] ?? false) === (planned[name] ?? false);
  if (name === "token_separators" || name === "symbols_to_index")
    return sameNames(prior[name], planned[name] as string[] | null);
  if (name === "default_sorting_field") return (prior[name] ?? "") === (planned[name] ?? "");
  return prior[name] === planned[name];
}
