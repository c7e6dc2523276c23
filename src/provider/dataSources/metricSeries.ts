import type { MetricsRecord } from "../../client";

export interface Series {
  readonly metric: string;
  readonly node: string;
  readonly hostname: string | null;
  /** RFC 3339 with milliseconds; null for a number that is no moment. */
  readonly timestamps: (string | null)[];
  /** Null where nothing was measured. */
  readonly values: (number | null)[];
}

/** The series of some answers: in the order in which the metrics were asked for, any others last; by node within each. */
export function seriesOf(answers: readonly MetricsRecord[], asked: readonly string[]): Series[] {
  const found = answers.flatMap(({ metrics }) => Object.entries(metrics));
  const place = (metric: string) => {
    const index = asked.indexOf(metric);
    return index < 0 ? asked.length : index;
  };
  return found
    .sort(([a], [b]) => place(a) - place(b) || WORD_ORDER.compare(a, b))
    .flatMap(([metric, nodes]) =>
      Object.entries(nodes)
        .sort(([a], [b]) => WORD_ORDER.compare(a, b))
        .map(([node, { hostname, timestamps, values }]) => ({
          metric,
          node,
          hostname,
          timestamps: timestamps.map(momentOf),
          values,
        })),
    );
}

function momentOf(milliseconds: number): string | null {
  const moment = new Date(milliseconds);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** Node 2 comes before node 10. */
const WORD_ORDER = new Intl.Collator("en", { numeric: true });
