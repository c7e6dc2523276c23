import { fieldDefaults } from "../../../api/dataPlane/fields";
import type { FieldRecord } from "../../../dataPlane";
import { isUnknown, type Plannable, type Update } from "../../../framework";
import type { Service } from "../../shared/service";
import { alterationOf, fieldBody } from "./alteration";
import type { FieldValues } from "./field";
import { sameNames } from "./model";
import { droppedBy } from "./patch";
import { type CollectionPrivateState, type CollectionValues, RECREATING } from "./schema";

/** Edits that need another collection. A default that is spelled out is no edit. */
export const recreate: Update<CollectionValues, Service, CollectionPrivateState> = {
  request:
    "none: a new collection replaces this one, which holds no documents unless `replacement` allows to drop them",
  requiresReplace: recreatingNames,
  apply: async () => undefined,
};

/** Of the changed attributes those that need another collection. */
export function recreatingNames(
  changed: readonly (keyof CollectionValues & string)[],
  prior: CollectionValues,
  planned: Plannable<CollectionValues>,
): (keyof CollectionValues & string)[] {
  return RECREATING.filter((name) => changed.includes(name) && !meansTheSame(name, prior, planned));
}

/** An edit of fields that would drop the one that orders results: a server that does so forgets for good that it sorts by it. */
export function recreatingFields(
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
  name: (typeof RECREATING)[number],
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
