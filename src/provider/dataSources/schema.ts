import { checks, t } from "../../framework";
import { text } from "../api/attributes";

/** The cluster that a data source reads from. */
export const clusterId = {
  type: t.string,
  mode: "required",
  description: "Cluster reference ID.",
  validators: [checks.notEmpty()],
} as const;

/** A filter: only records with exactly this value. */
export const filter = (description: string) => ({ type: t.string, mode: "optional", description }) as const;

/** A whole record, for what has no attribute of its own. */
export const json = (what: string) =>
  text(`${what} as the service answers it: one line of JSON with sorted keys. Read it with \`jsondecode\`.`);
