import type { SearchRecord } from "../../dataPlane";
import { checks, define, t } from "../../framework";
import { count, text, texts } from "../model/attributes";
import { sortedJson } from "../model/jsonText";
import { nodeAttributes, nodeValidators, resolveNodes } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { json, requiredId } from "./listing";

/** `data.searchcloud_document`: one document as it is now. */
export const documentData = define<Service>().dataSource({
  name: "document",
  description:
    "One document of a collection, as it is now. The data-plane key needs the action `documents:get`.",
  schema: {
    ...nodeAttributes,
    collection: requiredId("Name of the collection, or of an alias of it."),
    document_id: requiredId("The document's `id`."),
    json: json("The document"),
  },
  validators: nodeValidators,
  read: async (call, values) => {
    const { collection, document_id: id } = values;
    const nodes = await resolveNodes(call, values, `to read document "${id}" of collection "${collection}"`);
    const found = await nodes.call(
      "getDocument",
      { path: { name: collection, id } },
      { signal: call.signal },
    );
    return { json: sortedJson(found) };
  },
});

/** `data.searchcloud_search`: what a search finds now. */
export const searchData = define<Service>().dataSource({
  name: "search",
  description:
    "What a search finds now: a test of a deployment, in a `check` block or a postcondition. The data-plane key needs the action `documents:search` " +
    "and nothing else. What it finds is stored in the state, so ask for few documents (`per_page`) and few fields (`include_fields`).",
  schema: {
    ...nodeAttributes,
    collection: requiredId("Name of the collection, or of an alias of it."),
    parameters: {
      type: t.map(t.string),
      mode: "required",
      description:
        "Parameters of the search by name, such as `q`, `query_by`, `filter_by`, `sort_by` and `per_page`. They are sent as they are; the server judges them.",
      validators: [checks.notEmpty()],
    },
    found: count("Number of documents that match."),
    took_ms: count("How many milliseconds the server took, in whole or part numbers of them."),
    hits: texts(
      "The documents on the page that was asked for, best first, each with its highlights: one line of JSON with sorted keys. Read one with `jsondecode`.",
    ),
    facet_counts: text(
      "How often each value of the `facet_by` fields occurs: one line of JSON. Read it with `jsondecode`.",
    ),
    json: json("The whole answer"),
  },
  validators: nodeValidators,
  read: async (call, values) => {
    const { collection, parameters } = values;
    const nodes = await resolveNodes(call, values, `to search collection "${collection}"`);
    const answer = await nodes.call(
      "searchDocuments",
      { path: { name: collection }, query: parameters },
      { signal: call.signal },
    );
    return searchValues(answer);
  },
});

/** What a search shows. Today's servers call its time `search_time_ms`. */
export function searchValues(answer: SearchRecord) {
  const { found, took_ms, search_time_ms, hits, facet_counts } = answer;
  // What the server did not say is null in the record.
  const said = { ...answer, took_ms: took_ms ?? undefined, search_time_ms: search_time_ms ?? undefined };
  return {
    found,
    took_ms: took_ms ?? search_time_ms,
    hits: hits.map((hit) => sortedJson(hit)),
    facet_counts: sortedJson(facet_counts),
    json: sortedJson(said),
  };
}
