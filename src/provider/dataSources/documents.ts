import type { SearchRecord } from "../../dataPlane";
import { checks, define, t } from "../../framework";
import { count, text, texts } from "../model/attributes";
import { sortedJson } from "../model/jsonText";
import { nodeAttributes, nodeValidators, resolveNodes } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { json, requiredId } from "./listing";

/** `data.searchcloud_document`: the current version of a document. */
export const documentData = define<Service>().dataSource({
  name: "document",
  description: "The current version of a document. The data-plane key needs the action `documents:get`.",
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

/** `data.searchcloud_search`: the current result of a search. */
export const searchData = define<Service>().dataSource({
  name: "search",
  description:
    "The current result of a search, to test a deployment in a `check` block or a postcondition. The data-plane key needs only the action " +
    "`documents:search`. The result is stored in the state, so request few documents (`per_page`) and few fields (`include_fields`).",
  schema: {
    ...nodeAttributes,
    collection: requiredId("Name of the collection, or of an alias of it."),
    parameters: {
      type: t.map(t.string),
      mode: "required",
      description:
        "Parameters of the search by name, such as `q`, `query_by`, `filter_by`, `sort_by` and `per_page`. They are sent as they are; the server validates them.",
      validators: [checks.notEmpty()],
    },
    found: count("Number of documents that match."),
    took_ms: count("Time that the server took, in milliseconds; may have a fraction."),
    hits: texts(
      "The documents on the requested page, best first, each with its highlights: one line of JSON with sorted keys. Read one with `jsondecode`.",
    ),
    facet_counts: text(
      "How often each value of the `facet_by` fields occurs: one line of JSON. Read it with `jsondecode`.",
    ),
    json: json("The whole response"),
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

/** Converts a response to the values of the data source. Current servers name the time `search_time_ms`. */
export function searchValues(answer: SearchRecord) {
  const { found, took_ms, search_time_ms, hits, facet_counts } = answer;
  // Properties that the server did not send are null in the record.
  const said = { ...answer, took_ms: took_ms ?? undefined, search_time_ms: search_time_ms ?? undefined };
  return {
    found,
    took_ms: took_ms ?? search_time_ms,
    hits: hits.map((hit) => sortedJson(hit)),
    facet_counts: sortedJson(facet_counts),
    json: sortedJson(said),
  };
}
