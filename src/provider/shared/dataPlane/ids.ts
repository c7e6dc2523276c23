import { nodeUrlProblem } from "../../../api/addresses";
import { TerraformError } from "../../../framework";
import { trimmedUrl } from "../../model/nodeUrl";
import type { NodeValues } from "./attributes";
import { type NodePrivateState, nodePrivateStateOf } from "./privateState";
import type { NodeCall } from "./resting";

/** The `id` of an object on nodes: `cluster_id/name`, or `first node url/name`. */
export function childId({ cluster_id: cluster, node_urls: urls }: NodeValues, name: string): string {
  return `${cluster ?? trimmedUrl(urls?.[0] ?? "")}/${name}`;
}

/** The parts of an `id`. */
export interface ChildId extends Pick<NodeValues, "cluster_id" | "node_urls"> {
  readonly child: string;
}

/**
 * The parts of an `id`. A URL may hold slashes, so the last one ends it; what follows the id of a cluster may hold some.
 *
 * @param child what identifies the object, as in "name"
 * @throws TerraformError when a part is missing, or the key cannot go to that URL.
 */
export function parseChildId(id: string, child: string): ChildId {
  const isUrl = /^https?:\/\//.test(id);
  const slash = isUrl ? id.lastIndexOf("/") : id.indexOf("/");
  const [owner, name] = [id.slice(0, slash), id.slice(slash + 1)];
  const isWhole = slash > 0 && name !== "" && (!isUrl || URL.canParse(owner));
  const problem = isWhole && isUrl ? nodeUrlProblem(owner) : undefined;
  // Without the id: it may hold credentials.
  if (problem !== undefined)
    throw new TerraformError("Invalid import id", `The URL in the import id ${problem}.`);
  if (isWhole) return { cluster_id: isUrl ? null : owner, node_urls: isUrl ? [owner] : null, child: name };
  throw new TerraformError(
    "Invalid import id",
    `"${id}" must be "<cluster_id>/<${child}>", as in "kq3v9x2m7c1d/products", or "<node url>/<${child}>", as in "https://search.example:443/products".`,
  );
}

/** What an import needs of a call. */
export interface ImportCall extends NodeCall {
  setPrivateState(value: NodePrivateState): void;
}

/**
 * The first values of an imported object, which `read` follows; `name` is what identifies it on its nodes.
 *
 * @param child what that is, for people: "name", "id"
 */
export function importOnNodes(call: ImportCall, id: string, child = "name") {
  const { child: name, ...where } = parseChildId(id, child);
  const stored = nodePrivateStateOf(call.service, { ...where, api_key: null });
  call.setPrivateState({ ...stored, importing: true });
  return { ...where, id, name };
}
