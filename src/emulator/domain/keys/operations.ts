import type { Call } from "../calls/call";
import { parentCluster } from "../clusters/visible";
import { Refusal } from "../rules/refusal";
import { addKey, secretOf } from "./nodeKeys";

/** issueClusterApiKeys: a new pair on every call, never to be seen again; the cluster must be in service. */
export function issueClusterApiKeys(call: Call): unknown {
  const { stored, shown } = parentCluster(call);
  const listed = call.world.assumptions.issued_keys_listed === "yes";
  if (shown.status !== "in_service") {
    const words = `Cluster ${stored.id} is ${shown.status}; keys are issued only for one that is in_service`;
    throw new Refusal(422, words);
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
