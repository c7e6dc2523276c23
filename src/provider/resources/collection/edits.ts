import { isKnownType } from "../../../api/dataPlane/fieldRules";
import { EVERY_FIELD, fieldDefaults } from "../../../api/dataPlane/fields";
import type { FieldRecord } from "../../../dataPlane";
import { isUnknown, type Plannable, TerraformError, type Update } from "../../../framework";
import { countOf } from "../../model/words";
import { isSurelyBefore } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { type Alteration, alterationOf, bodyIn, describeAlteration, fieldBody, isEmpty } from "./alteration";
import { collectionDisplayName, describeCollection, sameNames } from "./model";
import { droppedBy, isWhole, patchOf } from "./patch";
import {
  type CollectionPlanning,
  type CollectionPrivateState,
  type CollectionValues,
  type FieldValues,
  REPLACING,
} from "./schema";
import { type CollectionSnapshot, isRead } from "./snapshot";

type Planned = Plannable<CollectionValues>;

/** Servers that may have types that are not known here. */
const NEWER_SERVERS = "31";

/** Says how many documents an edit of fields indexes again, what is sent, and what a refusal may leave. */
export async function describeFieldEdit(
  { warn, changed }: CollectionPlanning,
  prior: CollectionValues,
  planned: Planned,
  seen: CollectionSnapshot,
): Promise<void> {
  if (!isRead(seen)) return;
  const what = collectionDisplayName(prior);
  const documents = seen.num_documents === null ? "all documents" : countOf(seen.num_documents);
  if (isUnknown(planned.field)) {
    if (seen.num_documents !== 0)
      warn(`${what} indexes ${documents} again if its fields change`, REFUSALS, ["field"]);
    return;
  }
  const fields = planned.field as CollectionValues["field"];
  const alteration = alterationOf(prior.field, fields, seen.fields);
  if (isEmpty(alteration)) return;
  const isOne = isWhole(patchOf(alteration, seen, bodyIn(fields)), alteration);
  if (seen.num_documents === 0 && isOne) return;
  const sent = `${isOne ? "One PATCH" : describeSteps(alteration)}: ${describeAlteration(alteration)}.`;
  const first = (["metadata", "synonym_sets", "curation_sets"] as const).filter((name) =>
    changed.includes(name),
  );
  const lines = [
    sent,
    ...(first.length > 0
      ? [`The server applies ${first.join(" and ")} first, and keeps that if it refuses the fields.`]
      : []),
    ...(seen.num_documents === 0 ? [] : [...describeRequired(alteration), REFUSALS]),
  ];
  warn(
    seen.num_documents === 0
      ? `The fields of ${describeCollection(prior)} change in steps`
      : `${what} indexes ${documents} again`,
    lines.join(" "),
    ["field"],
  );
}

const REFUSALS =
  "The collection stays in service meanwhile. The server refuses a type that the stored documents do not fit. It may refuse an edit after a part of " +
  "it is done: the apply then reads the collection, and says what changed.";

function describeSteps({ drop, add }: Alteration): string {
  const isEvery = drop.includes(EVERY_FIELD) && add.some(({ name }) => name === EVERY_FIELD);
  const why = isEvery ? "`.*` cannot be dropped and added at once" : "some fields take others along";
  return `Several PATCHes, one after the other, because ${why}`;
}

/** What documents have to have, which no plan can tell. */
function describeRequired({ add }: Alteration): string[] {
  const names = add
    .filter(({ optional, type, name }) => isNeeded({ optional, type, name }))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    `It refuses ${names.join(", ")}, not optional, where any document lacks ${names.length === 1 ? "it" : "one of them"}.`,
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
 * Refuses to add a field of a type that no server of these versions has: one that alters a collection finds that out when it has added
 * it. A newer server may know the type.
 */
export async function refuseUnknownTypes(
  planning: CollectionPlanning,
  prior: CollectionValues,
  planned: Planned,
): Promise<void> {
  if (isUnknown(planned.field)) return;
  const fields = planned.field as CollectionValues["field"];
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
    `No server before version ${NEWER_SERVERS} has that type. One that is told to add such a field to ${describeCollection(prior)} adds it before it refuses, and then ` +
      "takes neither documents nor further fields. Nothing was changed. Choose one of the types that the documentation of the attribute lists.",
    ["field"],
  );
}

/** Edits that need another collection. A default that is spelled out is no edit. */
export const replaceCollection: Update<CollectionValues, Service, CollectionPrivateState> = {
  request:
    "none: a new collection replaces this one, which holds no documents unless `replacement` allows to drop them",
  requiresReplace: replacingNames,
  apply: async () => undefined,
};

/** Of the changed attributes those that need another collection. */
export function replacingNames(
  changed: readonly (keyof CollectionValues & string)[],
  prior: CollectionValues,
  planned: Plannable<CollectionValues>,
): (keyof CollectionValues & string)[] {
  return REPLACING.filter((name) => changed.includes(name) && !meansTheSame(name, prior, planned));
}

/** An edit of fields that would drop the one that orders results: a server that does so forgets for good that it sorts by it. */
export function replacingFields(
  changed: readonly (keyof CollectionValues & string)[],
  prior: CollectionValues,
  planned: Plannable<CollectionValues>,
): "field"[] {
  const { field, default_sorting_field: sorting } = prior;
  if (!changed.includes("field") || !sorting || isUnknown(planned.field)) return [];
  const fields = field.map((one) => ({ ...fieldDefaults(one), ...fieldBody(one) }) as FieldRecord);
  const schema = { fields, enable_nested_fields: prior.enable_nested_fields };
  const alteration = alterationOf(field, planned.field as FieldValues[], fields);
  return droppedBy(alteration, schema).has(sorting) ? ["field"] : [];
}

function meansTheSame(
  name: (typeof REPLACING)[number],
  prior: CollectionValues,
  planned: Plannable<CollectionValues>,
): boolean {
  if (isUnknown(planned[name])) return false;
  if (name === "enable_nested_fields") return (prior[name] ?? false) === (planned[name] ?? false);
  if (name === "token_separators" || name === "symbols_to_index")
    return sameNames(prior[name], planned[name] as string[] | null);
  if (name === "default_sorting_field") return (prior[name] ?? "") === (planned[name] ?? "");
  return prior[name] === planned[name];
}
