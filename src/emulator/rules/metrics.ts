import {
  METRIC_AGGREGATIONS,
  METRIC_NAMES,
  METRIC_RESOLUTIONS,
  type MetricWindow,
} from "../../api/enumerations";
import { MAX_METRICS_PER_REQUEST, MIN_METRICS_PER_REQUEST } from "../../api/limits";
import { oneOf, type Problem } from "./fields";

export type Aggregation = (typeof METRIC_AGGREGATIONS)[number];

export interface MetricsRequest {
  /** Lowercased, each once. */
  readonly names: readonly string[];
  readonly window: MetricWindow;
  readonly aggregation: Aggregation;
}

const WINDOWS = Object.keys(METRIC_RESOLUTIONS) as MetricWindow[];

/** Reads the query of getClusterMetrics (management API, Query parameters), or says what is wrong with it. */
export function readMetrics(query: URLSearchParams): MetricsRequest | { problems: Problem[] } {
  const { names, problem } = readNames(query.get("metrics"));
  const window = query.get("window");
  const asked = query.get("aggregation") ?? "avg";
  const aggregation = METRIC_AGGREGATIONS.find((one) => one === asked);
  const known = WINDOWS.find((one) => one === window);
  const rows: readonly (readonly [field: string, text: string | null])[] = [
    ["metrics", problem],
    ["window", window === null ? "is required" : oneOf(WINDOWS)(window)],
    ["aggregation", oneOf(METRIC_AGGREGATIONS)(asked)],
  ];
  const problems = rows.flatMap(([field, text]) => (text === null ? [] : [{ field, text }]));
  if (known === undefined || aggregation === undefined || problems.length > 0) return { problems };
  return { names, window: known, aggregation };
}

function readNames(value: string | null): { names: string[]; problem: string | null } {
  if (value === null) return { names: [], problem: "is required" };
  const names = [...new Set(value.split(",").map((name) => name.toLowerCase()))];
  const unknown = names.find((name) => !METRIC_NAMES.some((one) => one === name));
  if (unknown !== undefined) {
    return {
      names,
      problem: `must not name ${JSON.stringify(unknown)}; there are ${METRIC_NAMES.join(", ")}`,
    };
  }
  const many = names.length > MAX_METRICS_PER_REQUEST;
  const range = `${MIN_METRICS_PER_REQUEST} to ${MAX_METRICS_PER_REQUEST}`;
  return { names, problem: many ? `must name ${range} metrics, not ${names.length}` : null };
}
