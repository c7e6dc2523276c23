import { isOfCollection, NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { DATA_PLANE_KEY_HEADERS } from "../../api/dialects";
import type { ApiWords, Failure, OperationText } from "../../http/attempt";
import { capitalized } from "../../http/explain";
import type { NodesTarget } from "../nodes";

/** The settings that the URL of a node comes from. */
export const ADDRESS = "node_urls (with cluster_id: node_url of the provider, or SEARCHCLOUD_NODE_URL)";

const WERE_ASKED_AGAIN =
  "The nodes were asked again until the retry limit. A node does not answer, or answers 503, while it starts, catches up or is replaced: run again later.";

/** Returns the words for nodes that one key opens. */
export function nodeWords({ keyOrigin, named }: NodesTarget): ApiWords {
  return {
    speaker: "the node",
    actions: {
      payment: "Check the account with the operator of the server, then run again.",
      rate_limit: "The server limits the requests that it takes. Wait a while, then run again.",
      unavailable: WERE_ASKED_AGAIN,
      network: `Check ${ADDRESS}, the network, and whether ${named} is in service, then run again.`,
      tls: `Check ${ADDRESS}, then run again.`,
      timeout: WERE_ASKED_AGAIN,
      unreadable: WERE_ASKED_AGAIN,
      contract: `Check that ${ADDRESS} is the URL of a node of the search engine, without a path that is not part of it.`,
      redirect: `A redirect is never followed, because the key would go along. If the node has moved, correct ${ADDRESS}.`,
    },
    missing,
    forbidden: ({ messages }, untouched, operation) => [
      ...aboutHeader(messages),
      `The key was that of ${keyOrigin}.${needs(operation as NodeOperationId)}`,
      `${untouched}Check that it is a key of ${named}, complete, and neither revoked nor expired.${afterRotation(keyOrigin)}`,
    ],
  };
}

/** Explains what to do after a rotation: only the key of a resource is in the state, where a refresh takes it from. */
function afterRotation(keyOrigin: string): string {
  if (keyOrigin === "api_key of this resource")
    return " A refresh uses the key in the state: after a rotation, run apply -refresh=false once.";
  return keyOrigin === "data_api_key of the provider"
    ? " If it is the value_wo of a searchcloud_key and has changed, change value_wo_version, too: the apply then creates the key."
    : "";
}

function missing({ subject }: OperationText): string {
  if (subject === undefined)
    return "Every node whose version has this operation answers here: check the URL, and the version of the server.";
  return `${capitalized(subject)} does not exist there.`;
}

/** Explains a message of servers that reject every key as if none had been sent. */
function aboutHeader(messages: readonly string[]): readonly string[] {
  const [, header] = /\bvalid `([\w-]+)` header must be sent/i.exec(messages.join("\n")) ?? [];
  if (header === undefined) return [];
  if (DATA_PLANE_KEY_HEADERS.includes(header.toLowerCase()))
    return [
      "The header was sent. Servers give this message for every key that does not permit the request, even if it only lacks the action or the collection.",
    ];
  return [
    `It asks for the key in ${header}, and nodes take it in ${DATA_PLANE_KEY_HEADERS.join(" or ")}: check that ${ADDRESS} is the URL of a node.`,
  ];
}

/** Names the actions of a key that permit an operation. */
function needs(operation: NodeOperationId): string {
  const { action } = NODE_OPERATIONS[operation];
  if (action === null) return "";
  const [resource] = action.split(":");
  return ` This operation needs the action ${action} (or ${resource}:*, or *)${isOfCollection(operation) ? ", and the collection among its collections" : ""}.`;
}

/**
 * Rejections whose reason is not in the request, or that their status does not explain, by the server's message; and what to
 * do.
 */
const REFUSALS: readonly (readonly [words: RegExp, action: string])[] = [
  [
    /\brunning out of resource type: OUT_OF_DISK\b/i,
    "Nothing was changed. The disk of the node is full, and it takes no writes until there is room again. Delete what is not needed, or give the " +
      "nodes a larger disk: on a cluster, more memory brings one. Then run again.",
  ],
  [
    /\brunning out of resource type: OUT_OF_MEMORY\b/i,
    "Nothing was changed. The node has too little memory left, and takes no writes. Give the nodes more memory, or delete what is not needed. Then " +
      "run again.",
  ],
  [
    /\brunning out of resource type\b/i,
    "Nothing was changed. The node takes no writes while it lacks this resource. Give it more, then run again.",
  ],
  [
    /^Skipping writes\b/i,
    "Nothing was changed. The node is configured to reject writes (skip-writes). Find out why, and turn it off again (POST /config with " +
      '{"skip-writes": false}, or the option of the server). Then run again.',
  ],
];

/** Adds what to do about a failure, if its message says more than its status. */
export function withAdvice<F extends Failure>(failed: F): F {
  if (failed.status !== 422 || failed.action !== null) return failed;
  const found = REFUSALS.find(([words]) => failed.messages.some((message) => words.test(message)));
  return found === undefined ? failed : { ...failed, action: found[1] };
}
