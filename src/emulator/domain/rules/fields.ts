import * as z from "zod";
import { REGIONS, YES_NO } from "../../../api/enumerations";
import { MIN_NODES_PER_REGION } from "../../../api/limits";
import { parseJson } from "./body";
import type { Problem, RefusalOf } from "./refusal";

/** The rules of a body: the schema, and rules about several properties. */
export interface BodyRules<Schema extends z.ZodObject = z.ZodObject> {
  readonly schema: Schema;
  readonly together?: readonly {
    readonly broken: (has: (field: string) => boolean) => boolean;
    readonly text: string;
  }[];
}

/** An object schema that rejects unknown properties. */
export const strict = z.strictObject;

/**
 * Checks a body or a query (in canonical names) by its rules.
 * @throws RefusalError for unknown properties first, then one problem per property, then the rules about several
 * properties
 */
export function checkBody<Schema extends z.ZodObject>(
  { schema, together = [] }: BodyRules<Schema>,
  values: Readonly<Record<string, unknown>>,
  refusal: RefusalOf,
  status = 400,
): z.output<Schema> {
  const parsed = schema.safeParse(values);
  const issues = parsed.error?.issues ?? [];
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
  const failed = new Map<string, string>();
  for (const { path, message } of issues) {
    const [field] = path;
    if (field === undefined || failed.has(String(field))) continue;
    failed.set(String(field), Object.hasOwn(values, field) ? message : "is required");
  }
  const broken = together.filter((row) => row.broken((field) => Object.hasOwn(values, field)));
  const problems: Problem[] = [
    ...unknown.map((field) => ({ field, text: "is not allowed" })),
    ...[...failed].map(([field, text]) => ({ field, text })),
    ...broken.map(({ text }) => ({ field: null, text })),
  ];
  if (!parsed.success || problems.length > 0) throw refusal(status, problems);
  return parsed.data;
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

export const yesNo = oneOf(YES_NO);

const TEXT = "must be a non-empty string";
export const text = z.string(TEXT).min(1, TEXT);

const TEXTS = "must be a list of non-empty strings";
export const texts = z.array(z.string(TEXTS).min(1, TEXTS), TEXTS);

export function wholeNumber(minimum: number, maximum: number) {
  const words = `must be a whole number from ${minimum} to ${maximum}`;
  return z.int(words).min(minimum, words).max(maximum, words);
}

/** One region, or a list of at least one without duplicates. */
export const regions = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z
    .array(oneOf(REGIONS))
    .min(1, "must have at least 1 item")
    .refine((all) => new Set(all).size === all.length, "must not name one twice"),
);

/**
 * Returns the schema of nodes per region (management API, Request bodies).
 * @param form `or JSON` also accepts a string that contains the object as JSON
 */
export function regionNodeCounts(form: "object" | "or JSON") {
  return z.unknown().transform((value, context): Record<string, number> => {
    const object = form === "or JSON" && typeof value === "string" ? parsed(value) : value;
    const problem = countsProblem(object);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
    return problem === null ? { ...(object as Record<string, number>) } : z.NEVER;
  });
}

function countsProblem(value: unknown): string | null {
  if (!isRecord(value)) return "must be an object of region and number of nodes";
  const entries = Object.entries(value);
  if (entries.length === 0) return "must have at least 1 region";
  for (const [region, nodes] of entries) {
    if (!REGIONS.some((known) => known === region)) {
      return `has an unknown region ${region}; the regions are ${REGIONS.join(", ")}`;
    }
    if (typeof nodes !== "number" || !Number.isInteger(nodes) || nodes < MIN_NODES_PER_REGION) {
      return `must have a whole number of ${MIN_NODES_PER_REGION} or more for ${region}`;
    }
  }
  return null;
}

function parsed(value: string): unknown {
  try {
    return parseJson(value);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
