import { MOST_HITS } from "../../../api/dataPlane/requests";
import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  REPLACE,
  STATE_ONLY,
  t,
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
import { nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

export const TIMEOUTS = { create: "4h", delete: "30m" } as const;

/** `same_top` of a query that does not say. */
export const SAME_TOP = 10;
/** How often a query with `max_slowdown` runs on each cluster. */
export const RUNS = 5;

const percentage = (value: number) =>
  value >= 0 && value <= 100 ? undefined : `must be a percentage from 0 to 100, not ${value}`;
const atLeastOne = (value: number) => (value >= 1 ? undefined : `must be at least 1, not ${value}`);

/** The attributes of `searchcloud_upgrade_rehearsal` (docs/design/upgrades.md). */
export const schema = defineResourceSchema({
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
      name: {
        ...givenText(
          "What to call it in `checks`. The default is made of its collection, `q` and `query_by`.",
        ),
        mode: "optional",
      },
      collection: {
        ...givenName("Name of the collection, or of an alias of it, that is searched."),
        mode: "required",
      },
      parameters: {
        type: t.map(t.string),
        mode: "required",
        description:
          "Parameters of the search by name, such as `q`, `query_by`, `filter_by`, `sort_by` and `per_page`. They are sent to both clusters as they are.",
        validators: [checks.notEmpty()],
      },
      same_top: {
        type: t.number,
        mode: "optional",
        description: `How many documents, best first, must have the same ids in the same order on the clone, 0 to ${MOST_HITS}. 0 compares none. The default is ${SAME_TOP}, or \`per_page\` of the parameters where that is less.`,
        validators: [checks.between(0, MOST_HITS)],
      },
      tolerance: {
        type: t.number,
        mode: "optional",
        description:
          "By how many percent of what the cluster finds the number of documents found may differ, 0 to 100. The default is 0.",
        validators: [percentage],
      },
      max_slowdown: {
        type: t.number,
        mode: "optional",
        description: `How many times as long the clone may take: the ratio of the medians of ${RUNS} runs each, in milliseconds as the servers state them. If omitted, each query runs once, and times are not compared.`,
        validators: [atLeastOne],
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
    description: "Any values; a change of one rehearses again.",
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
      "`on_failure` leaves the clone of a rehearsal that has failed in service, to look into what differs. It is billed until the rehearsal is repeated or destroyed. " +
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
  verified_version: text("The server version that has passed; null as long as none has."),
  started_at: text("When the clone was requested (RFC 3339)."),
  finished_at: text("When it passed or failed (RFC 3339), or null."),
  checks: {
    type: t.nested.list({
      name: text("What was compared."),
      source: text("What the cluster has, or answered."),
      clone: text("What the clone has, or answered."),
      passed: { type: t.bool, mode: "computed", description: "Whether the clone does as the cluster does." },
      detail: text("What differs, or null."),
    }),
    mode: "computed",
    description: "What was compared, in order; null until then.",
  },
});

export type RehearsalValues = ValuesOf<typeof schema>;
export type Query = RehearsalValues["query"][number];
export type RehearsalCall = Call<RehearsalValues, Service, RehearsalPrivateState>;
export type RehearsalPlanning = Planning<RehearsalValues, Service, RehearsalPrivateState>;

/** Documents by collection; null: the server does not say how many there are. */
export type Counts = { readonly [collection: string]: number | null };

/** What is stored beside the state of a rehearsal. */
export interface RehearsalPrivateState extends ChildPrivateState, CloneProof {
  /** The version that the source ran when the rehearsal began. */
  readonly from?: string | null;
  /** What the source had just before the clone was requested. */
  readonly before?: Counts;
  /** Key to the nodes of the clone, from its issue until the clone is terminated. */
  readonly cloneKey?: string;
  /** The version that the clone runs, as the management API calls it. */
  readonly version?: string;
  /** The clone is terminated, or there never was one. */
  readonly ended?: true;
}
