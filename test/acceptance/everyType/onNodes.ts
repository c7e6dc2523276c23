import type { Emulator } from "../../../src/emulator";
import { DOMAIN } from "../../../src/emulator/clusters/hostnames";
import { NODE_KEY } from "../support";

/** Opens the nodes as well. */
const OTHER_NODE_KEY = "other-data-key-0123456789";

const VERSION = "30.2";

/** Two clusters in service, `shop1` with three nodes and `shop2` with one, whose nodes the same two keys open. */
export async function prepareNodes(emulator: Emulator): Promise<void> {
  emulator.seed({
    clusters: [
      { id: "shop1", high_availability: "yes", search_server_version: VERSION },
      { id: "shop2", search_server_version: VERSION },
    ],
  });
  for (const cluster of ["shop1", "shop2"]) {
    const issued = await fetch(`${emulator.baseUrl}/clusters/${cluster}/api-keys`, {
      method: "POST",
      headers: { "x-search-cloud-management-api-key": emulator.key },
    });
    const { api_keys } = (await issued.json()) as { api_keys: { admin_key: string } };
    for (const value of [NODE_KEY, OTHER_NODE_KEY]) {
      const body = { value, description: "test", actions: ["*"], collections: ["*"] };
      await onNode(emulator, cluster, "POST", "/keys", body, api_keys.admin_key);
    }
  }
}

/** One request to the first node of a cluster, as somebody else would send it: the journal does not show it. */
export async function onNode(
  emulator: Emulator,
  cluster: string,
  method: string,
  path: string,
  body?: unknown,
  key = NODE_KEY,
): Promise<unknown> {
  const node = emulator.nodeUrl.replace("{hostname}", `${cluster}-1.${DOMAIN}`);
  const before = emulator.journal();
  const answer = await fetch(`${node}${path}`, {
    method,
    headers: { "x-search-api-key": key },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  if (before.length === 0) emulator.clearJournal();
  return answer.json();
}

/** What the resources of every story begin with: the nodes by their URLs. */
export const ON_NODES = { node_urls: '["node://shop1"]', api_key: `"${NODE_KEY}"` };
/** An edit of both that sends nothing. */
export const OTHER_WAY = { node_urls: '["node://shop1", "node://shop1/2"]', api_key: `"${OTHER_NODE_KEY}"` };
/** Another cluster, by its id. */
export const ON_CLUSTER = { node_urls: undefined, cluster_id: '"shop2"' };
/** Values that no configuration may have. */
export const INVALID_ON_NODES = {
  cluster_id: '""',
  node_urls: '["http://search.example.com"]',
  api_key: '"two words"',
};
