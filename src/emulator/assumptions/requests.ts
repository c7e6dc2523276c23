import { choice } from "./row";

const HIDDEN_SHAPE =
  "management API, Records with fields left open; docs/design/api-assumptions.md#open-records";

/** What the documents leave open about every request (queries, lists, refusals, the rate limit) and the account. */
export const REQUEST_ROWS = {
  unknown_query_parameters: choice(
    "Are query parameters that no document names refused?",
    ["400", "ignored"],
    "management API, Query parameters",
  ),
  error_detail: choice(
    "Which of the optional fields messages and error does an error body carry?",
    ["messages", "messages_and_error", "none"],
    "management API, Errors",
  ),
  required_capability: choice(
    "Does a 403 for a missing capability name it?",
    ["present", "absent"],
    "management API, Authentication (can carry required_capability)",
  ),
  retry_after: choice(
    "Does a 429 carry Retry-After, and in which form?",
    ["seconds", "http_date", "absent"],
    "docs/design/api-assumptions.md#limits",
  ),
  refused_requests_count: choice(
    "Do requests that were answered 429 use up the rate limit themselves?",
    ["no", "yes"],
    "management API, Limits (not shown)",
  ),
  list_order: choice(
    "In which order are clusters, changes, clones, server parameters and invoices listed?",
    ["newest_first", "oldest_first", "by_id"],
    "docs/design/api-assumptions.md#limits",
  ),
  account_shape: choice(
    "What does the account record look like?",
    ["list", "map", "without_capabilities"],
    HIDDEN_SHAPE,
  ),
  options_shape: choice(
    "What does the cluster options record look like?",
    ["objects", "keyed"],
    HIDDEN_SHAPE,
  ),
};
