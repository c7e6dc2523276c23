import { choice, seconds } from "./row";

/** What the documents leave open about the nodes of a cluster, and about what runs on them. */
export const DATA_PLANE_ROWS = {
  nodes_out_of_service: choice(
    ["reset", "503", "404"],
    "What do the nodes answer of a cluster that is not in service (starting, suspended, terminated)? reset: the connection breaks.",
  ),
  restarting_node: choice(
    ["503", "reset"],
    "What does a node answer while a change restarts or replaces it?",
  ),
  issued_keys_listed: choice(
    ["no", "yes"],
    "Do the nodes list the keys that the management API issues, so that they can be revoked there?",
  ),
  clone_copies_keys: choice(["yes", "no"], "Do the keys of a cluster open its clone too?"),
  field_defaults_answered: choice(
    ["usual", "all", "few"],
    "Which properties does a field of a collection show: those of today's servers, every one with its default, or name, type and facet alone?",
  ),
  default_sorting_field_demanded: choice(
    ["no", "yes"],
    "Must the create of a collection name a default_sorting_field (400)?",
  ),
  collection_alter_seconds: seconds(
    [0, 60],
    "For how long after an alteration of its fields does a collection refuse another one (422)?",
  ),
  key_without_description: choice(
    ["400", "accepted"],
    "How is the create of a key without a description answered?",
  ),
  chosen_key_value: choice(
    ["taken", "ignored"],
    "Does a key get the value that its create chooses, or does the server choose one in any case?",
  ),
  newer_server_differs: choice(
    [
      "no",
      "order",
      "lost_document",
      "missed_document",
      "slower",
      "refuses_to_start",
      "other_version",
      "refused_query",
    ],
    "How does a cluster differ whose server is newer than the one it was created with: as a clone at a newer version, or after a change to one?",
  ),
};
