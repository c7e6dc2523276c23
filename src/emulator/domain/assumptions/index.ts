import { CHANGE_ROWS } from "./changes";
import { CHILD_ROWS } from "./children";
import { CLONE_ROWS } from "./clones";
import { CLUSTER_ROWS } from "./clusters";
import { DATA_PLANE_ROWS } from "./dataPlane";
import { DOCUMENT_ROWS } from "./documents";
import { REQUEST_ROWS } from "./requests";
import type { AssumptionRow } from "./row";

export type { AssumptionRow } from "./row";

/**
 * What the documents leave open about the operations that the emulator imitates: one row per question, each named
 * where docs/design/api-assumptions.md says why it is open. A test can run under any of its answers.
 */
export const ASSUMPTIONS = {
  ...CLUSTER_ROWS,
  ...CHANGE_ROWS,
  ...CLONE_ROWS,
  ...CHILD_ROWS,
  ...DATA_PLANE_ROWS,
  ...DOCUMENT_ROWS,
  ...REQUEST_ROWS,
};

export type AssumptionName = keyof typeof ASSUMPTIONS;

/** One answer per row. */
export type Assumptions = { [Name in AssumptionName]: (typeof ASSUMPTIONS)[Name]["default"] };

/** Every row at its default. */
export function defaultAssumptions(): Assumptions {
  return Object.fromEntries(
    Object.entries(ASSUMPTIONS).map(([name, row]) => [name, row.default]),
  ) as Assumptions;
}

/**
 * The assumptions with some rows changed.
 * @throws Error that names an unknown row, or a row's alternatives when the value is none of them.
 */
export function withAssumptions(
  current: Assumptions,
  changes: Readonly<Record<string, unknown>>,
): Assumptions {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(ASSUMPTIONS, name)) {
      throw new Error(
        `There is no assumption "${name}". The rows are: ${Object.keys(ASSUMPTIONS).join(", ")}.`,
      );
    }
    const row: AssumptionRow = ASSUMPTIONS[name as AssumptionName];
    if (!isAnswer(row, value)) {
      const allowed = row.alternatives.map((one) => JSON.stringify(one)).join(", ");
      const others = { choice: "", seconds: " or another whole number of seconds", text: " or another text" };
      throw new Error(
        `The assumption "${name}" cannot be ${JSON.stringify(value)}. It is ${allowed}${others[row.kind]}.`,
      );
    }
  }
  return { ...current, ...changes } as Assumptions;
}

function isAnswer(row: AssumptionRow, value: unknown): boolean {
  if (row.kind === "seconds") return typeof value === "number" && Number.isInteger(value) && value >= 0;
  if (row.kind === "text") return typeof value === "string" && value !== "";
  return row.alternatives.some((one) => one === value);
}
