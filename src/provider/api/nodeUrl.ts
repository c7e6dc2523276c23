import { nodeUrlProblem } from "../../api/dataPlane/nodeUrl";

/** What a node's hostname stands for in the provider's `node_url`. */
export const HOSTNAME = "{hostname}";

/**
 * What is wrong with the `node_url` of the provider, as the rest of the sentence "<attribute> …". One URL for all clusters would
 * bring what is meant for one of them to another.
 */
export function nodeUrlTemplateProblem(text: string): string | undefined {
  if (text.includes(HOSTNAME)) return nodeUrlProblem(text.replaceAll(HOSTNAME, "node.example"));
  return `must hold ${HOSTNAME}, for which the hostname of each node is put, as in "https://${HOSTNAME}"; the URL of a server of your own belongs into node_urls of the resource`;
}

/** Without a slash at its end, as URLs are compared and put together. */
export function trimmedUrl(url: string): string {
  return url.replace(/\/+$/, "");
}
