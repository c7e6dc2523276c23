import { lettersOf } from "../derived";
import { type Call, parentCluster } from "../http/call";
import { Refusal } from "../http/refusal";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 32;

/** issueClusterApiKeys: a new pair on every call, never to be seen again; the cluster must be in service. */
export function issueClusterApiKeys(call: Call): unknown {
  const { stored, shown } = parentCluster(call);
  if (shown.status !== "in_service") {
    const words = `Cluster ${stored.id} is ${shown.status}; keys are issued only for one that is in_service`;
    throw new Refusal(422, words);
  }
  stored.keysIssued += 1;
  const key = (kind: string) => lettersOf(`${stored.id} ${kind} ${stored.keysIssued}`, LETTERS, KEY_LENGTH);
  return { success: true, api_keys: { admin_key: key("admin"), search_only_key: key("search") } };
}
