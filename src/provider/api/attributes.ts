import { checks, STATE_ONLY, t } from "../../framework";

/** Attributes that several types of this provider have. */

/** Addresses that the service notifies. Refused early: nobody notices a mistyped address later. */
export const emailAddresses = checks.each(
  checks.matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address such as "search@example.com"'),
);

/** One time limit in a `timeouts` block; the description names its default. */
export const timeout = (description: string) =>
  ({ type: t.string, mode: "optional", description, validators: [checks.duration()] }) as const;

/** Options of every `timeouts` block. */
export const TIMEOUTS_BLOCK = {
  updatedBy: STATE_ONLY,
  description: "How long operations may take. Kept by Terraform only.",
} as const;

/** Where a cluster answers (management API, Cluster). */
export const hostnames = t.nested.single({
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

/** Who created a cluster. */
export const provisionedBy = t.nested.single({
  user_name: { type: t.string, mode: "computed", description: "Name of the user or API key." },
  user_type: { type: t.string, mode: "computed", description: "`User` or `API Key`." },
});
