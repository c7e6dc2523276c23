import { DEFAULT_SORTING_TYPES } from "../../api/dataPlane/fields";
import type { Problem, Validator } from "../../framework";
import { nodeValidators } from "../nodes";
import type { CollectionValues } from "./schema";

/** What a configuration must keep to, whatever the server knows (docs/design/data-plane.md#collections). */
export const validators: readonly Validator<CollectionValues>[] = [
  ...(nodeValidators as readonly Validator<CollectionValues>[]),
  {
    reads: ["field"],
    check: ({ field: fields }) => {
      const names = fields.map(({ name }) => name);
      const twice = names.filter((name, place) => names.indexOf(name) !== place);
      return [...new Set(twice)].map(
        (name): Problem => ({
          path: ["field"],
          summary: `Field "${name}" is there twice`,
          detail: `Two blocks field have the name "${name}". A collection has each field once: remove one of them.`,
        }),
      );
    },
  },
  {
    reads: ["field"],
    check: ({ field: fields }) => {
      if (!fields.some(({ name }) => name === "id")) return undefined;
      return {
        path: ["field"],
        summary: 'A field cannot have the name "id"',
        detail:
          "Every document has an id without a field of that name, and the server refuses one. Remove the block.",
      };
    },
  },
  {
    reads: ["field", "default_sorting_field"],
    check: ({ field: fields, default_sorting_field: sorting }) => {
      if (sorting === null) return undefined;
      const problem = sortingProblem(sorting, fields);
      if (problem === undefined) return undefined;
      return {
        path: ["default_sorting_field"],
        summary: `default_sorting_field cannot be "${sorting}"`,
        detail: `${problem} It must be the name of a field of type int32, int64 or float that is not optional.`,
      };
    },
  },
];

function sortingProblem(sorting: string, fields: CollectionValues["field"]): string | undefined {
  const field = fields.find(({ name }) => name === sorting);
  if (!field) {
    const names = fields.map(({ name }) => name).sort();
    return `There is no such field: the fields are ${names.join(", ")}.`;
  }
  if (!DEFAULT_SORTING_TYPES.includes(field.type)) return `That field has the type ${field.type}.`;
  return field.optional === true ? "That field is optional, so documents may lack it." : undefined;
}
