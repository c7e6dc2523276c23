import { isLoopback } from "../loopback";

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
