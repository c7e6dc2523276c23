/** The one explicit change of a configuration. */
export const CHANGE = "searchcloud_configuration_change.it";
/** A cluster that no resource manages. */
export const SHOP = "shop1";

/** A resource block of an explicit change. */
export function explicit(body: string, cluster = SHOP, name = "it"): string {
  return `resource "searchcloud_configuration_change" "${name}" {\ncluster_id = "${cluster}"\n${body}\n}`;
}
