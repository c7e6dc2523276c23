import { trimmedUrl } from "../../model/nodeUrl";
import type { ChildPrivateState } from "../child";
import { clientOf, type Service, templateOf } from "../service";
import type { NodeValues } from "./attributes";

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
  return { cluster, host: clientOf(service).host, nodes: [templateOf(service)] };
}
