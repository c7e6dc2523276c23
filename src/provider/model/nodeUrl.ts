import { hostnameProblem, isLoopback, nodeUrlProblem } from "../../api/addresses";

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

/** Stands for a hostname where a URL is compared, and in no URL of anybody. */
const SAMPLE = "hostname-of-a-node.invalid";

/**
 * The URL of the node with a hostname that an answer names, or what is wrong with that, as the rest of a sentence that begins with the
 * hostname. Whatever the hostname is, the URL as it is read leads where `node_url` says.
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

/** Whether a URL leads to this machine, by a name below localhost, too (RFC 6761, section 6.3). */
function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.endsWith(".localhost");
}

/** Without a slash at its end, as URLs are compared and put together. */
export function trimmedUrl(url: string): string {
  return url.replace(/\/+$/, "");
}

/** What is wrong with a data-plane key, which goes into a header, as the rest of the sentence "<attribute> …". */
export function nodeKeyProblem(key: string): string | undefined {
  if (key === "") return "must not be empty";
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : "holds a space, a line break or another character that no key has; a line break at the end often comes from reading the key from a file";
}
