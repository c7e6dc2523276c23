import { isIP } from "node:net";

/** The longest name in DNS. */
const LONGEST_NAME = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** A last label that a URL parses as part of an IP address: digits, decimal or hexadecimal. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;

/**
 * Returns the problem of a hostname in an answer, as the rest of a sentence that begins with it; undefined for a DNS name (RFC
 * 1123): letters, digits and hyphens, in labels of 1 to 63 characters with dots between them, 253 in all. An IP address is a
 * problem.
 */
export function hostnameProblem(name: unknown): string | undefined {
  if (typeof name !== "string") return "is not a string";
  if (name === "") return "is empty";
  if (name.length > LONGEST_NAME) return `is longer than ${LONGEST_NAME} characters`;
  const labels = name.split(".");
  if (!labels.every((label) => LABEL.test(label)))
    return "is not a DNS name: labels of letters, digits and hyphens, 63 at most, with dots between them";
  return NUMBER.test(labels.at(-1) ?? "") ? "is an IP address, or reads like one" : undefined;
}

/**
 * Returns the problem of the URL of a node and the fix, as the rest of a sentence that begins with the URL; undefined if there
 * is none.
 */
export function nodeUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text))
    return "is not a URL: write it with its scheme, such as https://search.internal:8108";
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname))) {
    return "would not protect the key: use https; plain http is allowed only to this machine (localhost, 127.0.0.0/8, [::1])";
  }
  if (username !== "" || password !== "") return "holds credentials: remove them, and pass the key by itself";
  return search === "" && hash === "" ? undefined : "has a query or a fragment: end it with the path";
}

/** True if a host name is that of this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
