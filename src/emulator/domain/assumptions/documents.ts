import { choice } from "./row";

/** What the documents leave open about documents on a node and the search for them. */
export const DOCUMENT_ROWS = {
  import_answer: choice(
    ["lines", "object"],
    "How is an import answered: with a line for each document, or with one object that has items?",
  ),
  search_time: choice(
    ["search_time_ms", "took_ms", "both"],
    "Under which name does a search say how long it took?",
  ),
};
