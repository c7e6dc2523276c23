import { isLoopback } from "../../api/loopback";

/** What a node's hostname stands for in the provider's `node_url`. */
export const HOSTNAME = "{hostname}";

/** What is wrong with the URL of a node, as the rest of the sentence "<attribute> …"; undefined: nothing. */
export function nodeUrlProblem(text: string): string | undefined {
  const like = 'must be a URL such as "https://search.example:443"';
  if (!URL.canParse(text)) return `${like}, and cannot be read as one`;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username !== "" || password !== "")
    return "must not hold a user name or a password: it appears in messages; the key belongs into api_key";
  if (search !== "" || hash !== "") return "must end with its path, without a query or a fragment";
  if (protocol === "https:" || (protocol === "http:" && isLoopback(hostname))) return undefined;
  return `${like}, not ${protocol}//${hostname}: plain http is allowed to this machine alone (localhost, 127.0.0.0/8, [::1]), because the key travels with each request`;
}

/** The same for the provider's `node_url`, which leads to the nodes of every cluster. */
export function nodeUrlTemplateProblem(text: string): string | undefined {
  if (text.includes(HOSTNAME)) return nodeUrlProblem(text.replaceAll(HOSTNAME, "node.example"));
  return `must hold ${HOSTNAME}, for which the hostname of each node is put, as in "https://${HOSTNAME}"; the URL of a single server belongs into node_urls of a resource`;
}

/** Of a URL that has no problem: without a slash at its end, as addresses are compared and put together. */
export function trimmedUrl(text: string): string {
  return text.replace(/\/+$/, "");
}
