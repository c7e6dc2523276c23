import { isUnknown, type Plannable, type Update } from "../../framework";
import type { Service } from "../service";
import { sameNames } from "./model";
import { type CollectionPrivateState, type CollectionValues, RECREATING } from "./schema";

/** Edits that need another collection. A default that is spelled out is no edit. */
export const recreate: Update<CollectionValues, Service, CollectionPrivateState> = {
  carriedBy:
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

function meansTheSame(
  name: (typeof RECREATING)[number],
  prior: CollectionValues,
  planned: Plannable<CollectionValues>,
): boolean {
  if (isUnknown(planned[name])) return false;
  if (name === "enable_nested_fields") return (prior[name] ?? false) === (planned[name] ?? false);
  if (name === "token_separators" || name === "symbols_to_index")
    return sameNames(prior[name], planned[name] as string[] | null);
  return prior[name] === planned[name];
}
