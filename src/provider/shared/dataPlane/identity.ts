import { nodeUrlProblem } from "../../../api/addresses";
import { TerraformError } from "../../../framework";
import { trimmedUrl } from "../../model/nodeUrl";
import { importBlock } from "../../model/words";
import type { ChildPrivateState } from "../child";
import { clientOf, nodeUrlTemplateOf, type Service } from "../service";
import type { NodeValues } from "./attributes";
import type { NodeCall } from "./unavailable";

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

/**
 * What is stored beside the state of an object on nodes: those parts of {@link ChildPrivateState} that a server of one's own
 * has no values for are left out. A type that stores more extends it.
 */
export interface NodePrivateState extends Partial<ChildPrivateState> {
  /** Where the requests went: the URLs of the nodes, or `node_url` of the provider. A 404 from elsewhere proves nothing. */
  readonly nodes?: readonly string[];
}

/** What is stored once nodes have answered. */
export function nodePrivateStateOf(service: Service, values: NodeValues): NodePrivateState {
  const { cluster_id: cluster, node_urls: urls } = values;
  if (cluster === null) return { nodes: (urls ?? []).map(trimmedUrl) };
  return { cluster, host: clientOf(service).host, nodes: [nodeUrlTemplateOf(service)] };
}

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
