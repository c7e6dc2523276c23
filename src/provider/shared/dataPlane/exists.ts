import { TerraformError } from "../../../framework";
import { importBlock } from "../../model/importBlock";
import { trimmedUrl } from "../../model/nodeUrl";
import type { NodeValues } from "./attributes";

/** Where an object is, as it ends its name in a sentence: "of cluster c-1". */
export function onNodes({
  cluster_id: cluster,
  node_urls: urls,
}: Pick<NodeValues, "cluster_id" | "node_urls">): string {
  if (cluster !== null) return `of cluster ${cluster}`;
  const [first] = urls ?? [];
  // Of a state that has lost both.
  return first ? `at ${trimmedUrl(first)}` : "of unknown nodes";
}

/**
 * The refusal to create what is there already: it belongs to somebody else, or to a run that was cut off.
 *
 * @param what with a capital: `Alias "shop" of cluster c-1`
 * @param id as an import takes it
 * @param holds what it holds, as a sentence
 */
export function existsError(type: string, what: string, id: string, holds: string): TerraformError {
  return new TerraformError(
    `${what} already exists`,
    `${holds} Nothing was changed. A name exists once, so a replacement with create_before_destroy cannot keep it: where a plan lists it as a ` +
      "deposed object, take that out of the state first (terraform state rm), or the next apply deletes it. To manage it here, import it, and " +
      `apply again:\n\n${importBlock(type, id)}\n\nor \`terraform import searchcloud_${type}.NAME ${id}\`. The next plan then shows ` +
      "what differs as an edit.",
    ["name"],
  );
}
