import type { Call } from "../calls/call";
import { parentCluster } from "../clusters/answer";
import { lettersOf } from "../derived";
import { RefusalError } from "../rules/refusal";
import { type ClusterData, NEVER_EXPIRES, type NodeKey } from "../store/data";

/** issueClusterApiKeys: a new pair on every call, which no other response shows. The cluster must be in service. */
export function issueClusterApiKeys(call: Call): unknown {
  const { stored, shown } = parentCluster(call);
  const listed = call.world.assumptions.issued_keys_listed === "yes";
  if (shown.status !== "in_service") {
    const words = `Cluster ${stored.id} is ${shown.status}; keys are issued only for one that is in_service`;
    throw new RefusalError(422, words);
  }
  stored.keysIssued += 1;
  const [admin_key, search_only_key] = ["admin", "search"].map((kind) =>
    secretOf(`${stored.id} ${kind} ${stored.keysIssued}`),
  ) as [string, string];
  addKey(stored.data, { value: admin_key, description: "Admin key", actions: ["*"], listed });
  addKey(stored.data, {
    value: search_only_key,
    description: "Search-only key",
    actions: ["documents:search"],
    listed,
  });
  return { success: true, api_keys: { admin_key, search_only_key } };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 32;

/** Returns a secret derived from a string. */
export function secretOf(text: string): string {
  return lettersOf(text, LETTERS, KEY_LENGTH);
}

/** Adds a key to a cluster. A key that is not listed uses no id of the server's counter. */
export function addKey(
  data: ClusterData,
  given: Pick<NodeKey, "value" | "actions"> & Partial<NodeKey>,
): NodeKey {
  const { listed = true } = given;
  const key: NodeKey = {
    description: "",
    collections: ["*"],
    expires_at: NEVER_EXPIRES,
    autodelete: false,
    ...given,
    listed,
    id: listed ? data.nextKeyId : -1 - data.keys.filter((one) => !one.listed).length,
  };
  if (listed) data.nextKeyId += 1;
  data.keys = [...data.keys, key];
  return key;
}
