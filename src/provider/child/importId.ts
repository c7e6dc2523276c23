import { TerraformError } from "../../framework";

/**
 * The two parts of the id by which something that belongs to a cluster is imported.
 *
 * @param forms the allowed forms: `"<cluster_id>/<id>"`
 * @throws TerraformError when a part is missing.
 */
export function splitImportId(
  id: string,
  forms: string,
): { readonly cluster: string; readonly child: string } {
  const slash = id.indexOf("/");
  const [cluster, child] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && child !== "") return { cluster, child };
  throw new TerraformError("Invalid import id", `"${id}" must be ${forms}.`);
}
