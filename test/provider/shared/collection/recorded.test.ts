import {
  damagedFields,
  fieldProblem,
  isKnownType,
  nestingProblem,
} from "../../../../src/api/dataPlane/fieldRules";
import { NODE_ANSWERS } from "../../../../src/api/dataPlane/records";
import { alterationOf, fieldBody, isEmpty } from "../../../../src/provider/shared/collection/alteration";
import { observedFields } from "../../../../src/provider/shared/collection/observed";
import { type FieldValues, NAMED_PROPERTIES } from "../../../../src/provider/shared/collection/schema";
import { recordedAnswer, stepsOf, VERSIONS } from "../../../emulator/recordings/recorded";
import { field } from "../../resources/collection/kit";

/** The creation of a collection, with the response of a genuine server. */
interface Asked {
  readonly step: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly nested: boolean;
  readonly status: number;
  readonly answer: { readonly message?: string };
}

const isField = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  ["name", "type"].every((name) => typeof (value as Record<string, unknown>)[name] === "string");

const ASKED = VERSIONS.flatMap((version) =>
  ["collections-fields", "collections-create"].flatMap(stepsOf).flatMap((step): Asked[] => {
    const body = step.body as { fields?: unknown; enable_nested_fields?: unknown } | undefined;
    if (step.line !== "POST /collections" || !Array.isArray(body?.fields) || !body.fields.every(isField))
      return [];
    const { status, body: answer } = recordedAnswer(step, version);
    const nested = body.enable_nested_fields === true;
    return [
      { step: `${version} ${step.step}`, fields: body.fields, nested, status, answer: answer as object },
    ];
  }),
);

/** Converts a field to a configured one. */
function configured(given: { readonly name: string; readonly type: string }): FieldValues {
  const isNamed = (name: string) => (NAMED_PROPERTIES as readonly string[]).includes(name);
  const [own, extra] = [true, false].map((named) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isNamed(name) === named)),
  );
  const text = Object.keys(extra ?? {}).length === 0 ? null : JSON.stringify(extra);
  return field(given.name, given.type, { ...own, extra: text });
}

const CREATED = ASKED.filter(({ status }) => status === 201);
/** Accepted by servers, but answered in another form. */
const OTHERWISE = /token separators text/;

test.each(CREATED.map((one) => [one.step, one] as const))(
  "%s: is neither rejected nor drift",
  (step, asked) => {
    for (const given of asked.fields) {
      expect([fieldProblem(given), nestingProblem(given, asked.nested), isKnownType(given.type)]).toEqual([
        undefined,
        undefined,
        true,
      ]);
    }
    const { fields } = NODE_ANSWERS.createCollection.parse(asked.answer);
    expect(damagedFields(fields)).toEqual([]);
    const given = asked.fields.filter(({ name }) => name !== "id").map(configured);
    if (OTHERWISE.test(step)) return;
    expect(observedFields(fields, given)).toEqual(given);
    expect(isEmpty(alterationOf(given, given, fields))).toBe(true);
  },
);

/** Servers check this for the whole collection, and so too late in an update. */
const LATE =
  /invalid data type|sortable field|cannot be a facet since|must be an optional field|duplicate field names/;
const TOO_LATE = ASKED.filter(({ status, answer }) => status === 400 && LATE.test(answer.message ?? ""));

test.each(TOO_LATE.map((one) => [one.step, one] as const))("%s: is rejected at plan", (_, { fields }) => {
  const isRefused = fields.some(
    (given) => fieldProblem(fieldBody(configured(given))) !== undefined || !isKnownType(given.type),
  );
  const names = fields.map(({ name }) => name);
  expect(isRefused || new Set(names).size < names.length).toBe(true);
});

test("there are such steps", () => {
  expect([CREATED.length, TOO_LATE.length].every((count) => count > 15)).toBe(true);
});
