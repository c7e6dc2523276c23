import { ASSUMPTIONS, type AssumptionDefinition } from "./definitions";

export { ASSUMPTIONS } from "./definitions";

export type AssumptionName = keyof typeof ASSUMPTIONS;

/** One answer per question. */
export type Assumptions = { [Name in AssumptionName]: (typeof ASSUMPTIONS)[Name]["default"] };

/** Returns the default of every question. */
export function defaultAssumptions(): Assumptions {
  return Object.fromEntries(
    Object.entries(ASSUMPTIONS).map(([name, row]) => [name, row.default]),
  ) as Assumptions;
}

/** Returns the assumptions with some answers changed. @throws Error that lists the known assumptions, or the alternatives of one */
export function withAssumptions(
  current: Assumptions,
  changes: Readonly<Record<string, unknown>>,
): Assumptions {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(ASSUMPTIONS, name)) {
      throw new Error(
        `Unknown assumption "${name}". Known assumptions: ${Object.keys(ASSUMPTIONS).join(", ")}.`,
      );
    }
    const row: AssumptionDefinition = ASSUMPTIONS[name as AssumptionName];
    if (!isAnswer(row, value)) {
      const allowed = row.alternatives.map((one) => JSON.stringify(one)).join(", ");
      const others = { choice: "", seconds: " or another integer of at least 0", text: " or another string" };
      throw new Error(
        `The assumption "${name}" cannot be ${JSON.stringify(value)}. Allowed: ${allowed}${others[row.kind]}.`,
      );
    }
  }
  return { ...current, ...changes } as Assumptions;
}

function isAnswer(row: AssumptionDefinition, value: unknown): boolean {
  if (row.kind === "seconds") return typeof value === "number" && Number.isInteger(value) && value >= 0;
  if (row.kind === "text") return typeof value === "string" && value !== "";
  return row.alternatives.some((one) => one === value);
}
