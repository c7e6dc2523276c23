import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  REPLACE,
  STATE_ONLY,
  t,
  type Validator,
  type ValuesOf,
} from "../../../framework";
import {
  emailAddresses,
  fixedText,
  givenName,
  givenText,
  TIMEOUTS_BLOCK,
  text,
  timeout,
} from "../../model/attributes";
import type { ChildPrivateState } from "../../shared/child";
import type { CloneProof } from "../../shared/cloning/proof";
import { SAME_TOP } from "../../shared/comparison/answers";
import type { DocumentCounts } from "../../shared/comparison/documents";
import { queryAttributes, queryValidators } from "../../shared/comparison/querySchema";
import { nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

export const TIMEOUTS = { create: "4h", delete: "30m" } as const;

/** The attributes of `searchcloud_upgrade_rehearsal` (docs/design/upgrades.md). */
export const rehearsalSchema = defineResourceSchema({
  id: text("Identifier of the cloning operation that made the clone."),
  cluster_id: fixedText(
    "Cluster reference ID of the cluster to be upgraded, the source. It must be in service.",
  ),
  search_server_version: {
    ...givenText(
      "The server version to rehearse, such as `31.0`; `31` allows any `31.x`. It must not be the one that the cluster runs.",
    ),
    mode: "required",
    updatedBy: REPLACE,
  },
  api_key: {
    ...nodeAttributes.api_key,
    description:
      "Data-plane key that may list the collections of the cluster and search those of the queries. It is used for the cluster alone: the clone gets a key of its " +
      "own. The default is `data_api_key` of the provider.",
  },
  query: block.list(
    {
      ...queryAttributes({
        namedBy: "its collection, `q` and `query_by`",
        candidate: "the clone",
        reference: "that of the cluster",
        sent: "to both clusters",
        sameTop: `The default is ${SAME_TOP}, or \`per_page\` of the parameters if that is less.`,
      }),
      collection: {
        ...givenName("Name of the collection, or of an alias of it, that is searched."),
        mode: "required",
      },
    },
    {
      updatedBy: REPLACE,
      description:
        "A search that the clone must answer as the cluster does. Choose those that your users run most, and one for each feature that you rely on. Without any, only " +
        "the health of the nodes and the number of documents are compared.",
    },
  ),
  target_region: {
    ...givenText("Region of the clone, such as `oregon`. If omitted, the service chooses."),
    mode: "optional",
    updatedBy: REPLACE,
  },
  triggers: {
    type: t.map(t.string),
    mode: "optional",
    updatedBy: REPLACE,
    description: "Any values; changing one rehearses again.",
  },
  notification_email_addresses: {
    type: t.set(t.string),
    mode: "optional",
    updatedBy: STATE_ONLY,
    description: "E-mail addresses that the service notifies of the cloning operation.",
    validators: [emailAddresses],
  },
  keep_clone: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "`on_failure` leaves the clone of a failed rehearsal in service for inspection. It is billed until the rehearsal is repeated or destroyed. " +
      "The default is `never`.",
    validators: [checks.oneOf("never", "on_failure")],
  },
  timeouts: block(
    {
      create: timeout(
        `How long it may take until the clone is in service, its nodes are healthy and the queries are compared, a duration. The default is \`${TIMEOUTS.create}\`.`,
      ),
      delete: timeout(
        `How long to wait until the clone is terminated, a duration. The default is \`${TIMEOUTS.delete}\`.`,
      ),
    },
    TIMEOUTS_BLOCK,
  ),
  clone_cluster_id: text(
    "Cluster reference ID of the clone; null until there is one. It stays here after the clone has been terminated.",
  ),
  status: text("`running`, `passed` or `failed`."),
  verified_version: text("The server version that has passed; null until then."),
  started_at: text("When the clone was requested (RFC 3339)."),
  finished_at: text("When it passed or failed (RFC 3339), or null."),
  checks: {
    type: t.nested.list({
      name: text("Name of the check."),
      source: text("Value or answer of the cluster."),
      clone: text("Value or answer of the clone."),
      passed: { type: t.bool, mode: "computed", description: "Whether the clone matches the cluster." },
      detail: text("The difference, or null."),
    }),
    mode: "computed",
    description: "The comparisons, in order; null until they are made.",
  },
});

export type RehearsalValues = ValuesOf<typeof rehearsalSchema>;
export type Query = RehearsalValues["query"][number];
export type RehearsalCall = Call<RehearsalValues, Service, RehearsalPrivateState>;
export type RehearsalPlanning = Planning<RehearsalValues, Service, RehearsalPrivateState>;

/** The private state of a rehearsal. */
export interface RehearsalPrivateState extends ChildPrivateState, CloneProof {
  /** The version that the source ran when the rehearsal began. */
  readonly from?: string | null;
  /** The documents of the source just before the clone was requested. */
  readonly before?: DocumentCounts;
  /** Key to the nodes of the clone, from its issue until the clone is terminated. */
  readonly cloneKey?: string;
  /** The version of the clone in the words of the management API. */
  readonly version?: string;
  /** The clone is terminated, or there never was one. */
  readonly ended?: true;
}

/** Refuses queries that can never be compared before a clone is paid for. */
export const rehearsalValidators = queryValidators as readonly Validator<RehearsalValues>[];
