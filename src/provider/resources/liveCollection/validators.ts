import type { Problem, Validator } from "../../../framework";
import { collectionValidators } from "../../shared/collection/validators";
import { queryValidators } from "../../shared/comparison/querySchema";
import type { LiveCollectionValues, LivePlanning } from "./schema";

/** The rules for a configuration: those of a collection, of the queries, and of what an update needs. */
export const liveValidators: readonly Validator<LiveCollectionValues>[] = [
  ...(collectionValidators as readonly Validator<never>[] as readonly Validator<LiveCollectionValues>[]),
  ...(queryValidators as readonly Validator<never>[] as readonly Validator<LiveCollectionValues>[]),
  {
    reads: ["field", "updated_at_field", "updated_at_unit"],
    check: ({ field: fields, updated_at_field: name, updated_at_unit: unit }) => {
      if (name === null) return unit === null ? undefined : unitAlone();
      const field = fields.find((one) => one.name === name);
      return field ? timeProblem(field, unit) : missingProblem(name, fields);
    },
  },
];

type Field = LiveCollectionValues["field"][number];

function unitAlone(): Problem {
  return {
    path: ["updated_at_unit"],
    summary: "updated_at_unit without updated_at_field",
    detail: "It is the unit of that field. Set updated_at_field, or remove updated_at_unit.",
  };
}

function missingProblem(name: string, fields: readonly Field[]): Problem {
  const numbers = fields.filter(isWholeNumber).map((field) => field.name);
  const choice =
    numbers.length > 0
      ? `The fields with whole numbers are ${numbers.sort().join(", ")}.`
      : `Add one: field { name = "${name}", type = "int64" }.`;
  return {
    path: ["updated_at_field"],
    summary: `updated_at_field cannot be "${name}"`,
    detail: `There is no such field. ${choice}`,
  };
}

function timeProblem(field: Field, unit: string | null): Problem | undefined {
  const problem = problemOf(field, unit);
  if (problem === undefined) return undefined;
  return {
    path: ["updated_at_field"],
    summary: `updated_at_field cannot be "${field.name}"`,
    detail: `${problem} An update filters by this field to find the documents that were written during its copy.`,
  };
}

function problemOf(field: Field, unit: string | null): string | undefined {
  if (!isWholeNumber(field))
    return `Its type is ${field.type}, but a time is a whole number: int64, or int32 for seconds. Choose another field.`;
  if (!NAMEABLE.test(field.name))
    return "Filters cannot name it. Choose a field whose name has only letters, digits, `_`, `-`, `.` and single spaces in between.";
  if (field.index === false) return "It is not indexed. Remove index = false.";
  if (field.store === false)
    return "It is not stored, so copies of documents would lack it. Remove store = false.";
  if (unit === "ms" && field.type === "int32")
    return "Milliseconds since 1970 do not fit into an int32. Make it an int64.";
  return undefined;
}

/** Matches names that a filter takes as they are: there is no way to quote one. A pattern is none of them. */
const NAMEABLE = /^[\p{L}\p{M}\p{N}_]+(?:[ .-][\p{L}\p{M}\p{N}_]+)*$/u;

function isWholeNumber({ type }: Field): boolean {
  return type === "int32" || type === "int64";
}

/** Warns at plan of a field that documents may omit: an update does not see edits of those. */
export function warnOfOptionalTime({ planned, warn }: LivePlanning): void {
  const fields = planned?.field as readonly Field[] | undefined;
  const name = planned?.updated_at_field;
  if (planned === null || !Array.isArray(fields) || typeof name !== "string") return;
  if (fields.find((field) => field.name === name)?.optional !== true) return;
  warn(
    `Documents of live collection "${String(planned.name)}" may omit ${name}`,
    "It is the updated_at_field, and it is optional. If a document without it is edited while an update copies the documents, that edit is lost. Remove " +
      "optional = true once every document has the field.",
    ["updated_at_field"],
  );
}
