import { START } from "./support";

/** The one explicit change of a configuration. */
export const CHANGE = "searchcloud_configuration_change.it";
/** A cluster that no resource manages. */
export const SHOP = "shop1";

/** A request moves the clock by less than the lead of a change that is to begin at once. */
export const OPTIONS = {
  clock: { mode: "step", start: START, stepPerRequest: 1000 },
  assumptions: { provisioning_seconds: 3, change_seconds: 4 },
} as const;

/** A resource block of an explicit change. */
export function asked(body: string, cluster = SHOP, name = "it"): string {
  return `resource "searchcloud_configuration_change" "${name}" {\ncluster_id = "${cluster}"\n${body}\n}`;
}
