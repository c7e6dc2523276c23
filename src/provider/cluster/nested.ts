import { t } from "../../framework";

const { nested } = t;

/** Where a cluster answers (management API, Cluster). */
export const hostnames = nested.single({
  nodes: { type: t.list(t.string), mode: "computed", description: "Hostname of each node." },
  load_balanced: {
    type: t.string,
    mode: "computed",
    description: "Hostname that balances over the nodes, or null.",
  },
  search_delivery_network: {
    type: t.string,
    mode: "computed",
    description: "Hostname that answers from the nearest region, or null.",
  },
});

/** Who made a cluster. */
export const provisionedBy = nested.single({
  user_name: { type: t.string, mode: "computed", description: "Name of the user or API key." },
  user_type: { type: t.string, mode: "computed", description: "`User` or `API Key`." },
});
