import { defineResourceSchema, type ValueValidator } from "../../../framework";
import { jsonList, observedJson } from "../../model/jsonText";
import { coversJson, JSON_TEXT, repeated } from "./parts";
import { row } from "./row";

/** Every item has an id of its own. */
const curations: ValueValidator<string> = (text) => {
  const problem = jsonList(text);
  if (problem !== undefined) return problem;
  const items: unknown = JSON.parse(text);
  const ids = (items as unknown[]).map((item) =>
    typeof item === "object" && item !== null && "id" in item ? item.id : undefined,
  );
  const missing = ids.findIndex((id) => typeof id !== "string" || id === "");
  if (missing >= 0) return `must be a list of objects with an "id" each: item ${missing + 1} has none`;
  const twice = repeated(ids);
  return twice === undefined ? undefined : `holds the id ${JSON.stringify(twice)} twice`;
};

export const curationSet = row({
  type: "curation_set",
  kind: "CurationSet",
  path: "/curation_sets/{name}",
  noun: "Curation set",
  description:
    "A set of rules that put documents into or out of the results of certain searches, from server 30 on. It takes effect on the collections " +
    "that name it in `curation_sets`, and in searches that do.",
  nameDescription: "Name of the set.",
  servers: {
    from: "30",
    otherwise:
      "Older servers keep curations with each collection (/collections/…/overrides), which this provider does not manage. An upgrade to 30 makes a set of " +
      "them, COLLECTION_curations_index, which can be imported.",
  },
  fields: defineResourceSchema({
    items: {
      ...JSON_TEXT,
      description:
        "The rules: a JSON list of objects with `id`, `rule` and what the rule does (`includes`, `excludes`, `filter_by`, `sort_by` and so on), " +
        "best written with `jsonencode`. Order and layout do not count, and what the server adds is no drift.",
      validators: [curations],
    },
  }),
  compared: { attribute: "items", covers: coversJson },
  toBody: ({ items }) => ({ items: JSON.parse(items) }),
  fromAnswer: ({ items }, state) => ({ items: observedJson(state.items ?? null, items ?? []) }),
});
