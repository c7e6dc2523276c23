import { choice } from "./row";

const HIDDEN_SHAPE =
  "management API, Records with fields left open; docs/design/api-assumptions.md#open-records";

/** What the documents leave open about the account and the cluster options. */
export const ACCOUNT_ROWS = {
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
