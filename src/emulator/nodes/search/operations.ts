import { addressedCollection, type NodeCall, NodeRefusal, type NodeReply, ok } from "../call";
import { documentAnswer } from "../documents/answer";
import { type Projection, projectionOf } from "../documents/projection";
import type { StoredCollection } from "../record";
import { facetCounts, parseFacets } from "./facets";
import { collectionFilter } from "./filter/ofCollection";
import { type Found, findDocuments } from "./find";
import { highlights } from "./highlight";
import { pageOf } from "./page";
import { searchParameters } from "./parameters";
import { parseSort, sorted, withDefaults } from "./sort";

/** How many sort fields one search may have (data-plane API, Limits). */
const MAX_SORT_FIELDS = 2;

/** searchDocuments (data-plane API, Search parameters). What it does not imitate: docs/design/data-plane.md#emulated-search. */
export function searchDocuments(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const parameters = searchParameters(call.query, call.data);
  const q = parameters.text("q");
  if (q === null) throw new NodeRefusal(400, "Parameter `q` is required.");
  const page = pageOf(parameters, call.cluster);
  const facets = parseFacets(parameters.text("facet_by"), collection);
  const given = parseSort(parameters.text("sort_by"), collection, MAX_SORT_FIELDS);
  const keep = collectionFilter(call, collection, parameters.text("filter_by"));
  const shown = projectionOf(parameters.text("include_fields"), parameters.text("exclude_fields"));
  const found = findDocuments(call, collection, parameters, q, keep);
  const hits = sorted(found.hits, withDefaults(given, collection), collection);
  const documents = hits.map(({ document }) => document);
  const most = parameters.whole("max_facet_values", 10);
  return ok({
    facet_counts: facets.map((name) => facetCounts(documents, name, collection, most)),
    found: hits.length,
    hits: hits.slice(page.from, page.from + page.size).map((hit) => hitAnswer(hit, found, collection, shown)),
    out_of: collection.documents.size,
    page: page.number,
    request_params: { collection_name: collection.name, per_page: page.size, q },
    search_cutoff: false,
    ...timeTaken(call),
  });
}

function hitAnswer(
  { document, textMatch }: Found["hits"][number],
  { matches, tokenize }: Found,
  collection: StoredCollection,
  shown: Projection,
): unknown {
  const match = matches.get(String(document.id));
  return {
    document: documentAnswer(collection, document, shown),
    highlights: match ? highlights(document, match, collection, tokenize) : [],
    ...(textMatch === null ? {} : { text_match: textMatch }),
  };
}

/** How long it took, in milliseconds of the emulator's clock. */
function timeTaken({ world, now }: NodeCall): object {
  const took = world.clock.now() - now;
  const names = {
    search_time_ms: ["search_time_ms"],
    took_ms: ["took_ms"],
    both: ["search_time_ms", "took_ms"],
  };
  return Object.fromEntries(names[world.assumptions.search_time].map((name) => [name, took]));
}
