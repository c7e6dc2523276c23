import { t } from "../../framework";
import { givenName, text } from "../model/attributes";

/** What names the one object that a data source reads. */
export const requiredId = (description: string) => ({ ...givenName(description), mode: "required" }) as const;
export const clusterId = requiredId("Cluster reference ID.");

/** A filter: only records with exactly this value. */
export const filter = (description: string) => ({ type: t.string, mode: "optional", description }) as const;

/** The records that a data source lists. */
export const listed = <const A extends t.NestedAttributes>(description: string, attributes: A) =>
  ({ type: t.nested.list(attributes), mode: "computed", description }) as const;

/** A whole record, for what has no attribute of its own. */
export const json = (what: string) =>
  text(`${what} as the service answers it: one line of JSON with sorted keys. Read it with \`jsondecode\`.`);
