import type { AssumptionRow } from "./row";

/** What the documents leave open about every request: queries, lists, refusals, the rate limit. */
export const REQUEST_ROWS = {
  unknown_query_parameters: {
    question: "Are query parameters that no document names refused?",
    alternatives: ["400", "ignored"],
    default: "400",
    kind: "choice",
    source: "management API, Query parameters",
  },
  error_detail: {
    question: "Which of the optional fields messages and error does an error body carry?",
    alternatives: ["messages", "messages_and_error", "none"],
    default: "messages",
    kind: "choice",
    source: "management API, Errors",
  },
  required_capability: {
    question: "Does a 403 for a missing capability name it?",
    alternatives: ["present", "absent"],
    default: "present",
    kind: "choice",
    source: "management API, Authentication (can carry required_capability)",
  },
  retry_after: {
    question: "Does a 429 carry Retry-After, and in which form?",
    alternatives: ["seconds", "http_date", "absent"],
    default: "seconds",
    kind: "choice",
    source: "docs/design/api-assumptions.md#limits",
  },
  refused_requests_count: {
    question: "Do requests that were answered 429 use up the rate limit themselves?",
    alternatives: ["no", "yes"],
    default: "no",
    kind: "choice",
    source: "management API, Limits (not shown)",
  },
  list_order: {
    question: "In which order are clusters, changes, clones, server parameters and invoices listed?",
    alternatives: ["newest_first", "oldest_first", "by_id"],
    default: "newest_first",
    kind: "choice",
    source: "docs/design/api-assumptions.md#limits",
  },
} as const satisfies Record<string, AssumptionRow>;
