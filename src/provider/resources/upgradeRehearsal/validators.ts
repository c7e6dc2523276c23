import { pageOf } from "../../../api/dataPlane/requests";
import { DATA_PLANE_KEY_HEADERS } from "../../../api/dialects";
import type { Problem, Validator } from "../../../framework";
import type { RehearsalValues } from "./schema";

/** What a query can never compare is refused before a clone is paid for. */
export const validators: readonly Validator<RehearsalValues>[] = [
  {
    reads: ["query"],
    check: ({ query }) =>
      query.flatMap(({ same_top: top, parameters }, index): Problem[] => {
        const page = pageOf(parameters);
        if (top === null || page === undefined || top <= page) return [];
        return [
          {
            path: ["query", index, "same_top"],
            summary: "same_top is more than the query answers",
            detail: `The parameters ask for ${page} documents, and same_top compares ${top}. Raise per_page, or lower same_top.`,
          },
        ];
      }),
  },
  {
    reads: ["query"],
    check: ({ query }) =>
      query.flatMap(({ parameters }, index): Problem[] => {
        // Servers take a key as a parameter, too.
        const key = Object.keys(parameters).find((name) =>
          DATA_PLANE_KEY_HEADERS.includes(name.toLowerCase()),
        );
        if (key === undefined) return [];
        return [
          {
            path: ["query", index, "parameters"],
            summary: "A key stands among the parameters of a query",
            detail: `Parameters are shown by plans, and sent to the clone too, in the address of the request: remove ${key}. Set api_key, or data_api_key of the provider, instead.`,
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
        summary: "Two queries have one name",
        detail: `"${query[index]?.name}" names more than one query, so that nobody could tell their checks apart. Give each a name of its own.`,
      };
    },
  },
];
