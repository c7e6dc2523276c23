import { choice } from "./row";

/** What the documents leave open about every request (queries, lists, refusals, the rate limit) and the account. */
export const REQUEST_ROWS = {
  unknown_query_parameters: choice(
    ["400", "ignored"],
    "Are query parameters that no document names refused?",
  ),
  error_detail: choice(
    ["messages", "messages_and_error", "none"],
    "Which of the optional fields messages and error does an error body carry?",
  ),
  required_capability: choice(["present", "absent"], "Does a 403 for a missing capability name it?"),
  retry_after: choice(["seconds", "http_date", "absent"], "Does a 429 carry Retry-After, and in which form?"),
  refused_requests_count: choice(
    ["no", "yes"],
    "Do requests that were answered 429 use up the rate limit themselves?",
  ),
  list_order: choice(
    ["newest_first", "oldest_first", "by_id"],
    "In which order are clusters, changes, clones, server parameters and invoices listed?",
  ),
  account_shape: choice(["list", "map", "without_capabilities"], "What does the account record look like?"),
  options_shape: choice(["objects", "keyed"], "What does the cluster options record look like?"),
};
