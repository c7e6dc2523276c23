import { isIP } from "node:net";

/** The longest name that DNS has. */
const LONGEST_NAME = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** What a URL takes for an IP address in its last place: digits, decimal or hexadecimal. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;

/**
 * What is wrong with a hostname that an answer names, as the rest of a sentence that begins with it; undefined when it is a DNS name
 * (RFC 1123): letters, digits and hyphens, in labels of 1 to 63 characters with dots between them, 253 in all. An IP address is none.
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
 * What is wrong with the URL of a node and what to do, as the rest of a sentence that begins with the URL; undefined when
 * nothing is.
 */
export function nodeUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "is no URL: write it with its scheme, such as https://search.internal:8108";
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname))) {
    return "would not protect the key: use https; plain http is allowed to this machine alone (localhost, 127.0.0.0/8, [::1])";
  }
  if (username !== "" || password !== "") return "holds credentials: remove them, and pass the key by itself";
  return search === "" && hash === "" ? undefined : "has a query or a fragment: end it with the path";
}

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
