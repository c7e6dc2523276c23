import * as z from "zod";
import { METRIC_AGGREGATIONS, METRIC_NAMES, METRIC_RESOLUTIONS } from "../../../api/enumerations";
import { DEFAULT_PER_PAGE, MAX_METRICS_PER_REQUEST, MIN_METRICS_PER_REQUEST } from "../../../api/limits";
import { oneOf } from "./fields";
import type { Problem } from "./refusal";

/** Query parameters that an operation does not have, or that are given twice. */
export function queryProblems(query: URLSearchParams, known: readonly string[]): Problem[] {
  return [...new Set(query.keys())].flatMap((field) => {
    if (!known.includes(field)) return [{ field, text: "is not a query parameter of this operation" }];
    return query.getAll(field).length > 1 ? [{ field, text: "must be given once" }] : [];
  });
}

/** page and per_page (management API, Query parameters). */
export function pageQuery(maximum: number) {
  return z.object({
    page: wholeNumber(Number.POSITIVE_INFINITY, "must be a whole number of 1 or more").default(1),
    per_page: wholeNumber(maximum, `must be a whole number from 1 to ${maximum}`).default(DEFAULT_PER_PAGE),
  });
}

function wholeNumber(maximum: number, words: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .refine((value) => value >= 1 && value <= maximum, words);
}

const metricName = z.enum(METRIC_NAMES, {
  error: ({ input }) => `must not name ${JSON.stringify(input)}; there are ${METRIC_NAMES.join(", ")}`,
});
const COUNT = `must name ${MIN_METRICS_PER_REQUEST} to ${MAX_METRICS_PER_REQUEST} metrics`;

/** The query of getClusterMetrics (management API, Query parameters). Names are lowercased, each once. */
export const METRICS_QUERY = z.object({
  metrics: z
    .string()
    .transform((value) => [...new Set(value.toLowerCase().split(","))])
    .pipe(
      z.array(metricName).max(MAX_METRICS_PER_REQUEST, {
        error: ({ input }) => `${COUNT}, not ${(input as string[]).length}`,
      }),
    ),
  window: oneOf(Object.keys(METRIC_RESOLUTIONS) as (keyof typeof METRIC_RESOLUTIONS)[]),
  aggregation: oneOf(METRIC_AGGREGATIONS).default("avg"),
});
