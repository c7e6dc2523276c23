import type { Failure } from "../../client";

/** What servers refuse for a reason that is not in the request, or that its status does not tell, by their words; and what to do. */
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
    "Nothing was changed. Somebody has told the node to take no writes (skip-writes). Find out why, and turn it off again (POST /config with " +
      '{"skip-writes": false}, or the option of the server). Then run again.',
  ],
];

/** The failure with what to do about it, where its words tell more than its status. */
export function withAdvice<F extends Failure>(failed: F): F {
  if (failed.status !== 422 || failed.action !== null) return failed;
  const found = REFUSALS.find(([words]) => failed.messages.some((message) => words.test(message)));
  return found === undefined ? failed : { ...failed, action: found[1] };
}
