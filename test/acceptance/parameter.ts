import { SHOP } from "./explicit";

export const PARAMETER = "searchcloud_server_parameter.it";
export const PATH = `/clusters/${SHOP}/server-configuration-parameters`;

/** A resource block of one parameter. */
export function parameter(value = "500", name = "max-per-page", label = "it", cluster = `"${SHOP}"`): string {
  return `resource "searchcloud_server_parameter" "${label}" {
  cluster_id = ${cluster}
  name       = "${name}"
  value      = "${value}"
}`;
}
