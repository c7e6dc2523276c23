import type { AssumptionRow } from "./row";

const HIDDEN_SHAPE =
  "management API, Records with fields left open; docs/design/api-assumptions.md#open-records";

/** What the documents leave open about the account and the cluster options. */
export const ACCOUNT_ROWS = {
  account_shape: {
    question: "What does the account record look like?",
    alternatives: ["list", "map", "without_capabilities"],
    default: "list",
    kind: "choice",
    source: HIDDEN_SHAPE,
  },
  options_shape: {
    question: "What does the cluster options record look like?",
    alternatives: ["objects", "keyed"],
    default: "objects",
    kind: "choice",
    source: HIDDEN_SHAPE,
  },
} as const satisfies Record<string, AssumptionRow>;
