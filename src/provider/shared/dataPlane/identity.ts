import { nodeUrlProblem } from "../../../api/addresses";
import { TerraformError } from "../../../framework";
import { trimmedUrl } from "../../model/nodeUrl";
import { importBlock } from "../../model/words";
import type { ChildPrivateState } from "../child";
import { clientOf, nodeUrlTemplateOf, type Service } from "../service";
import type { NodeValues } from "./attributes";
import type { NodeCall } from "./unavailable";

/** The owner of an object: a cluster, or nodes given by URL. */
export type Owner = Pick<NodeValues, "cluster_id" | "node_urls">;

/** Returns the first part of an `id`: the id of the cluster, or the first node's URL. */
export function ownerOf({ cluster_id: cluster, node_urls: urls }: Owner): string {
  return cluster ?? trimmedUrl(urls?.[0] ?? "");
}

/** Returns the `id` of an object on nodes: `cluster_id/name`, or `first node url/name`. */
export function childId(values: NodeValues, name: string): string {
  return `${ownerOf(values)}/${name}`;
}

/** The parts of an `id`. */
export interface ChildId extends Owner {
  readonly child: string;
}

/**
 * Splits an `id`. A URL may contain slashes, so it ends at the last one; the name after the id of a cluster may contain slashes too.
 *
 * @param child the identifier of the object, for messages: "name", "id"
 * @throws TerraformError if a part is missing, or the URL cannot be used with a key.
 */
export function parseChildId(id: string, child: string): ChildId {
  const isUrl = /^https?:\/\//.test(id);
  const slash = isUrl ? id.lastIndexOf("/") : id.indexOf("/");
  const [owner, name] = [id.slice(0, slash), id.slice(slash + 1)];
  const isWhole = slash > 0 && name !== "" && (!isUrl || URL.canParse(owner));
  const problem = isWhole && isUrl ? nodeUrlProblem(owner) : undefined;
  // The message omits the id: it may hold credentials.
  if (problem !== undefined)
    throw new TerraformError("Invalid import id", `The URL in the import id ${problem}.`);
  if (isWhole) return { cluster_id: isUrl ? null : owner, node_urls: isUrl ? [owner] : null, child: name };
  throw new TerraformError(
    "Invalid import id",
    `"${id}" must be "<cluster_id>/<${child}>", as in "kq3v9x2m7c1d/products", or "<node url>/<${child}>", as in "https://search.example:443/products".`,
  );
}

/** The part of a call that an import needs. */
interface ImportCall extends NodeCall {
  setPrivateState(value: NodePrivateState): void;
}

/**
 * Returns the first values of an imported object, which `read` completes; `name` is its identifier on the nodes.
 *
 * @param child that identifier, for messages: "name", "id"
 */
export function importOnNodes(call: ImportCall, id: string, child = "name") {
  const { child: name, ...where } = parseChildId(id, child);
  const stored = nodePrivateStateOf(call.service, { ...where, api_key: null });
  call.setPrivateState({ ...stored, importing: true });
  return { ...where, id, name };
}

/**
 * The private state of an object on nodes. The properties of {@link ChildPrivateState} are missing for nodes given by URL. Types that store
 * more extend it.
 */
export interface NodePrivateState extends Partial<ChildPrivateState> {
  /** The target of the requests: the URLs of the nodes, or `node_url` of the provider. A 404 from another target proves nothing. */
  readonly nodes?: readonly string[];
}

/** Returns the private state to store after a response of the nodes. */
export function nodePrivateStateOf(service: Service, values: NodeValues): NodePrivateState {
  const { cluster_id: cluster, node_urls: urls } = values;
  if (cluster === null) return { nodes: (urls ?? []).map(trimmedUrl) };
  return { cluster, host: clientOf(service).host, nodes: [nodeUrlTemplateOf(service)] };
}

/** Describes the nodes of an object after its name: "of cluster c-1". */
export function onNodes({ cluster_id: cluster, node_urls: urls }: Owner): string {
  if (cluster !== null) return `of cluster ${cluster}`;
  const [first] = urls ?? [];
  // The state has neither.
  return first ? `at ${trimmedUrl(first)}` : "of unknown nodes";
}

/**
 * Returns the error for creating an object that exists: it belongs to somebody else, or to a run that was interrupted.
 *
 * @param what at the start of a sentence: `Alias "shop" of cluster c-1`
 * @param id for an import
 * @param holds its content, as a sentence
 */
export function existsError(type: string, what: string, id: string, holds: string): TerraformError {
  return new TerraformError(
    `${what} already exists`,
    `${holds} Nothing was changed. Names are unique, so a replacement with create_before_destroy cannot keep the name: if a plan lists it as a ` +
      "deposed object, remove that from the state first (terraform state rm), or the next apply deletes it. To manage it here, import it and " +
      `apply again:\n\n${importBlock(type, id)}\n\nor \`terraform import searchcloud_${type}.NAME ${id}\`. The next plan then shows ` +
      "the differences as an edit.",
    ["name"],
  );
}
