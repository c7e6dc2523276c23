import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Responses of genuine servers of these versions, step by step: the law of the data plane (docs/design/data-plane.md). */
export const VERSIONS = ["29", "30"] as const;
export type Version = (typeof VERSIONS)[number];

export interface Answer {
  readonly status: number;
  /** Content type. @default "application/json; charset=utf-8" */
  readonly type?: string | null;
  /** The headers that the step compares. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

/** The key of a request: none, a string, one that an earlier step has created, or one derived from that. */
export type UsedKey =
  | null
  | string
  | { readonly saved: string }
  | { readonly scoped: string; readonly embed: unknown };

/** One request, and what both versions, or each, answered. `{name}` in a path is the id of a saved key, `{=name}` its value. */
export interface Step {
  /** Its number in the scenario, and a label. */
  readonly step: string;
  /** Method and path. */
  readonly line: string;
  /** JSON, or a string as it is; `{ $lines, of }` stands for a number of lines in which `#` is the number of the line. */
  readonly body?: unknown;
  readonly key?: UsedKey;
  /** The name under which later steps use the key that this one creates. */
  readonly save?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly show?: readonly string[];
  /** True if only the keys and types of the response are recorded. */
  readonly shape?: boolean;
  /** True if the body of the response is not recorded. */
  readonly bodiless?: boolean;
  /** Steps with the same number are sent at the same time, in their order. */
  readonly together?: number;
  readonly answers: { readonly both: Answer } | { readonly [V in Version]: Answer };
}

const DATA = join(__dirname, "data");

/** The scenarios by the name of their file. */
export const SCENARIOS: readonly string[] = readdirSync(DATA)
  .map((name) => name.replace(".jsonl", ""))
  .sort();

export function stepsOf(scenario: string): Step[] {
  const text = readFileSync(join(DATA, `${scenario}.jsonl`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Step);
}

export function recordedAnswer({ answers }: Step, version: Version): Answer {
  return "both" in answers ? answers.both : answers[version];
}
