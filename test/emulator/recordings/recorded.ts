import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What genuine servers of these versions answered, step by step: the law of the data plane (docs/design/data-plane.md). */
export const VERSIONS = ["29", "30"] as const;
export type Version = (typeof VERSIONS)[number];

export interface Answer {
  readonly status: number;
  /** Content type. @default "application/json; charset=utf-8" */
  readonly type?: string | null;
  /** Those that the step shows. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

/** Whose key a request has: none, a text, one that an earlier step has created, or one that is derived from that. */
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
  /** JSON, or a text as it is; `{ $lines, of }` stands for so many lines in which `#` is the number of the line. */
  readonly body?: unknown;
  readonly key?: UsedKey;
  /** The name under which later steps use the key that this one creates. */
  readonly save?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly show?: readonly string[];
  /** Whether only the keys and types of the answer are recorded. */
  readonly shape?: boolean;
  /** Whether the body of the answer is not recorded. */
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
