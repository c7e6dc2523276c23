import {
  defaultSortingProblem,
  type FieldProblem,
  fieldProblem,
  nestingProblem,
} from "../../../api/dataPlane/fieldRules";
import type { Problem, Validator } from "../../../framework";
import { isObject, parsedJson } from "../../model/jsonText";
import { nodeValidators } from "../dataPlane";
import { fieldBody } from "./alteration";
import type { CollectionSettings } from "./schema";
import { MARK } from "./versionMark";

/** The rules that every server has for a configuration (docs/design/data-plane.md#collections). */
export const collectionValidators: readonly Validator<CollectionSettings>[] = [
  ...(nodeValidators as readonly Validator<CollectionSettings>[]),
  {
    reads: ["field"],
    check: ({ field: fields }) => {
      const names = fields.map(({ name }) => name);
      const twice = names.filter((name, place) => names.indexOf(name) !== place);
      return [...new Set(twice)].map(
        (name): Problem => ({
          path: ["field"],
          summary: `Field "${name}" is configured twice`,
          detail: `Two field blocks have the name "${name}". Remove one of them.`,
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
          "Every document has an id anyway, and the server rejects a field of that name. Remove the block.",
      };
    },
  },
  {
    reads: ["field"],
    check: ({ field: fields }) => fields.flatMap((field) => problemOf(field, fieldProblem(fieldBody(field)))),
  },
  {
    reads: ["metadata"],
    check: ({ metadata }) => {
      const value = metadata === null ? undefined : parsedJson(metadata);
      if (!isObject(value) || !(MARK in value)) return undefined;
      return {
        path: ["metadata"],
        summary: `metadata contains "${MARK}"`,
        detail:
          "The provider keeps its own record of each version of a live collection in this property, so it cannot be configured. Rename the property.",
      };
    },
  },
  {
    reads: ["model_api_key_wo", "model_api_key_wo_version"],
    check: ({ model_api_key_wo: key, model_api_key_wo_version: version }) => {
      if ((key === null) === (version === null)) return undefined;
      return key === null
        ? {
            path: ["model_api_key_wo_version"],
            summary: "model_api_key_wo_version without model_api_key_wo",
            detail:
              "An edit of the version sends model_api_key_wo again, and there is none. Set both, or remove the version.",
          }
        : {
            path: ["model_api_key_wo"],
            summary: "model_api_key_wo without model_api_key_wo_version",
            detail:
              "Terraform does not store the key, so it detects another key only by another version. Set model_api_key_wo_version = 1, and count up with each key.",
          };
    },
  },
  {
    reads: ["field", "enable_nested_fields"],
    check: ({ field: fields, enable_nested_fields: nested }) =>
      fields.flatMap((field) => problemOf(field, nestingProblem(field, nested === true))),
  },
  {
    reads: ["field", "default_sorting_field"],
    check: ({ field: fields, default_sorting_field: sorting }) => {
      if (sorting === null || sorting === "") return undefined;
      const problem = sortingProblem(sorting, fields);
      if (problem === undefined) return undefined;
      return {
        path: ["default_sorting_field"],
        summary: `default_sorting_field cannot be "${sorting}"`,
        detail: problem,
      };
    },
  },
];

/** A server rejects these fields at every attempt; in an update, it does so only after it has changed something. */
function problemOf({ name }: { readonly name: string }, problem: FieldProblem | undefined): Problem[] {
  if (problem === undefined) return [];
  const { got, but } = problem;
  const summary = `Field "${name}" is not valid`;
  return [{ path: ["field"], summary, detail: `It has ${got}, but ${but}. To fix it, ${problem.fix}.` }];
}

function sortingProblem(sorting: string, fields: CollectionSettings["field"]): string | undefined {
  const field = fields.find(({ name }) => name === sorting);
  if (!field) {
    const names = fields.map(({ name }) => name).sort();
    return `There is no such field. The fields are ${names.join(", ")}. Choose one that has a number in every document.`;
  }
  const problem = defaultSortingProblem(fieldBody(field));
  return problem && `It is ${problem.got}, but ${problem.but}. To fix it, ${problem.fix}.`;
}
