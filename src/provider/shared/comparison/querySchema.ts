import { MOST_HITS, pageOf } from "../../../api/dataPlane/requests";
import { DATA_PLANE_KEY_HEADERS } from "../../../api/dialects";
import { checks, type Problem, t, type Validator } from "../../../framework";
import { givenText } from "../../model/attributes";
import { RUNS } from "./queries";

const percentage = (value: number) =>
  value >= 0 && value <= 100 ? undefined : `must be a percentage from 0 to 100, not ${value}`;
const atLeastOne = (value: number) => (value >= 1 ? undefined : `must be at least 1, not ${value}`);

/** The words of a type for its query blocks. */
interface QueryWords {
  /** The parts of which the default name is made. */
  readonly namedBy: string;
  /** The candidate. */
  readonly candidate: string;
  /** The number of the reference: "that of the cluster". */
  readonly reference: string;
  /** The recipients of the parameters: "to both clusters". */
  readonly sent: string;
  /** The default of `same_top`, as a sentence. */
  readonly sameTop: string;
}

/** Returns the attributes of a block `query`: a search whose answers of two sides are compared. */
export function queryAttributes({ namedBy, candidate, reference, sent, sameTop }: QueryWords) {
  return {
    name: {
      ...givenText(`Name of the query in messages. The default is made from ${namedBy}.`),
      mode: "optional",
    },
    parameters: {
      type: t.map(t.string),
      mode: "required",
      description: `Parameters of the search by name, such as \`q\`, \`query_by\`, \`filter_by\`, \`sort_by\` and \`per_page\`. They are sent ${sent} unchanged.`,
      validators: [checks.notEmpty()],
    },
    same_top: {
      type: t.number,
      mode: "optional",
      description: `How many documents, best first, must have the same ids in the same order on ${candidate}, 0 to ${MOST_HITS}. 0 compares none. ${sameTop}`,
      validators: [checks.between(0, MOST_HITS)],
    },
    tolerance: {
      type: t.number,
      mode: "optional",
      description: `By how many percent the number of documents found may differ from ${reference}, 0 to 100. The default is 0.`,
      validators: [percentage],
    },
    max_slowdown: {
      type: t.number,
      mode: "optional",
      description: `How many times as long ${candidate} may take: the ratio of the medians of ${RUNS} runs each, in milliseconds as the servers report them. If omitted, each query runs once, and times are not compared.`,
      validators: [atLeastOne],
    },
  } as const;
}

/** The values of a query that its rules read. */
interface QueryValues {
  readonly name: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly same_top: number | null;
}

/** Refuses queries that can never be compared, before anything is paid for or copied. */
export const queryValidators: readonly Validator<{ readonly query: readonly QueryValues[] }>[] = [
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
            detail: `Plans show parameters, and they are sent in the URL of the request. Remove ${key}, and set api_key, or data_api_key of the provider, instead.`,
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
