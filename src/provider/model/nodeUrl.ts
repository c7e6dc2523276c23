import { hostnameProblem, isLoopback, nodeUrlProblem } from "../../api/addresses";

/** The placeholder for a node's hostname in the provider's `node_url`. */
export const HOSTNAME = "{hostname}";

/**
 * Returns the problem with the provider's `node_url`, as the rest of the sentence "<attribute> …". A URL without the placeholder would
 * send requests for one cluster to another.
 */
export function nodeUrlTemplateProblem(text: string): string | undefined {
  if (text.includes(HOSTNAME)) return nodeUrlProblem(text.replaceAll(HOSTNAME, "node.example"));
  return `must hold ${HOSTNAME}, for which the hostname of each node is put, as in "https://${HOSTNAME}"; the URL of a server of your own belongs into node_urls of the resource`;
}

/** A hostname for comparing URLs that occurs in no real one. */
const SAMPLE = "hostname-of-a-node.invalid";

/**
 * Returns the URL of the node with a hostname from a response, or the problem, as the rest of a sentence that begins with the
 * hostname. A hostile hostname cannot make the URL lead elsewhere than `node_url` says.
 *
 * @param template `node_url` of the provider
 */
export function nodeUrlAt(
  template: string,
  hostname: unknown,
): { readonly url: string } | { readonly problem: string } {
  const problem = hostnameProblem(hostname);
  if (problem !== undefined) return { problem };
  const name = String(hostname).toLowerCase();
  const url = template.replaceAll(HOSTNAME, name);
  const sample = new URL(template.replaceAll(HOSTNAME, SAMPLE));
  if (!URL.canParse(url)) return { problem: `makes no valid URL in ${template}` };
  const read = new URL(url);
  if (read.href !== sample.href.replaceAll(SAMPLE, name))
    return { problem: `leads elsewhere than ${template}` };
  if (isHere(read) && !isHere(sample)) return { problem: "is this machine" };
  return { url };
}

/** True if a URL leads to this machine, including names below localhost (RFC 6761, section 6.3). */
function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.endsWith(".localhost");
}

/** Removes slashes at the end of a URL. */
export function trimmedUrl(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Returns the problem with a data-plane key, which is sent in a header, as the rest of the sentence "<attribute> …". */
export function nodeKeyProblem(key: string): string | undefined {
  if (key === "") return "must not be empty";
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : "holds a space, a line break or another character that no key has; a line break at the end often comes from reading the key from a file";
}
