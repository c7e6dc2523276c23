import { checks, t } from "../../framework";

/** Attributes that a data source computes. Descriptions end with a full stop, and name unit and allowed values. */
export const text = (description: string) => ({ type: t.string, mode: "computed", description }) as const;
export const flag = (description: string) => ({ type: t.bool, mode: "computed", description }) as const;
export const count = (description: string) => ({ type: t.number, mode: "computed", description }) as const;
export const texts = (description: string) =>
  ({ type: t.list(t.string), mode: "computed", description }) as const;
export const counts = (description: string) =>
  ({ type: t.map(t.number), mode: "computed", description }) as const;

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
