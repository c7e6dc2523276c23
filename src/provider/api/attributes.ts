import { checks, STATE_ONLY, t } from "../../framework";

/** Whom the service notifies of a change or a clone. Refused early: the service takes a mistyped address without a word. */
export const emailAddresses = checks.each(
  checks.matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address such as "search@example.com"'),
);

/** One time limit in a `timeouts` block; the description states its default. */
export const timeout = (description: string) =>
  ({ type: t.string, mode: "optional", description, validators: [checks.duration()] }) as const;

/** The options of every `timeouts` block. */
export const TIMEOUTS_BLOCK = {
  updatedBy: STATE_ONLY,
  description: "How long operations may take. Kept in the Terraform state only.",
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
