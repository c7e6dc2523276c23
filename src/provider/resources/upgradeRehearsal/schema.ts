import { MOST_HITS, pageOf } from "../../../api/dataPlane/requests";
import { DATA_PLANE_KEY_HEADERS } from "../../../api/dialects";
import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  type Problem,
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
import { nodeAttributes } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";

export const TIMEOUTS = { create: "4h", delete: "30m" } as const;

/** Runs of a query with `max_slowdown` on each cluster. */
export const RUNS = 5;

const percentage = (value: number) =>
  value >= 0 && value <= 100 ? undefined : `must be a percentage from 0 to 100, not ${value}`;
const atLeastOne = (value: number) => (value >= 1 ? undefined : `must be at least 1, not ${value}`);

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
      name: {
        ...givenText(
          "Name of the query in `checks`. The default is made from its collection, `q` and `query_by`.",
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
          "Parameters of the search by name, such as `q`, `query_by`, `filter_by`, `sort_by` and `per_page`. They are sent to both clusters unchanged.",
        validators: [checks.notEmpty()],
      },
      same_top: {
        type: t.number,
        mode: "optional",
        description: `How many documents, best first, must have the same ids in the same order on the clone, 0 to ${MOST_HITS}. 0 compares none. The default is ${SAME_TOP}, or \`per_page\` of the parameters if that is less.`,
        validators: [checks.between(0, MOST_HITS)],
      },
      tolerance: {
        type: t.number,
        mode: "optional",
        description:
          "By how many percent the number of documents found may differ from that of the cluster, 0 to 100. The default is 0.",
        validators: [percentage],
      },
      max_slowdown: {
        type: t.number,
        mode: "optional",
        description: `How many times as long the clone may take: the ratio of the medians of ${RUNS} runs each, in milliseconds as the servers report them. If omitted, each query runs once, and times are not compared.`,
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
export const rehearsalValidators: readonly Validator<RehearsalValues>[] = [
  {
    reads: ["query"],
    check: ({ query }) =>
      query.flatMap(({ same_top: top, parameters }, index): Problem[] => {
        const page = pageOf(parameters);
        if (top === null || page === undefined || top <= page) return [];
        return [
          {
            path: ["query", index, "same_top"],
            summary: "same_top is more than the query returns",
            detail: `The parameters request ${page} documents, and same_top compares ${top}. Raise per_page, or lower same_top.`,
          },
        ];
      }),
  },
  {
    reads: ["query"],
    check: ({ query }) =>
      query.flatMap(({ parameters }, index): Problem[] => {
        // Servers accept a key as a parameter, too.
        const key = Object.keys(parameters).find((name) =>
          DATA_PLANE_KEY_HEADERS.includes(name.toLowerCase()),
        );
        if (key === undefined) return [];
        return [
          {
            path: ["query", index, "parameters"],
            summary: "The parameters of a query contain a key",
            detail: `Plans show parameters, and they are sent to the clone, too, in the URL of the request. Remove ${key}, and set api_key, or data_api_key of the provider, instead.`,
          },
        ];
      }),
  },
  {
    reads: ["query"],
    check: ({ query }) => {
      const index = query.findIndex(
        ({ name }, at) => name !== null && query.findIndex((one) => one.name === name) < at,
      );
      if (index < 0) return undefined;
      return {
        path: ["query", index, "name"],
        summary: "Two queries have the same name",
        detail: `"${query[index]?.name}" names more than one query, so their checks could not be distinguished. Give each its own name.`,
      };
    },
  },
];
