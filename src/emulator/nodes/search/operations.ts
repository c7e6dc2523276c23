import type { Assumptions } from "../../assumptions";
import { addressedCollection, type NodeCall, NodeRefusal, type NodeReply, ok } from "../call";
import { documentAnswer } from "../documents/answer";
import { type Projection, projectionOf } from "../documents/projection";
import { type Difference, differenceOf } from "../newerServer";
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
  const difference = differenceOf(call.cluster, call.world.assumptions);
  const refused = difference.refuses;
  if (refused !== undefined && parameters.text(refused) !== null) {
    throw new NodeRefusal(400, `Parameter \`${refused}\` is not supported any more.`);
  }
  const page = pageOf(parameters, call.cluster);
  const facets = parseFacets(parameters.text("facet_by"), collection);
  const given = parseSort(parameters.text("sort_by"), collection, MAX_SORT_FIELDS);
  const keep = collectionFilter(call, collection, parameters.text("filter_by"));
  const shown = projectionOf(
    parameters.text("include_fields"),
    parameters.text("exclude_fields"),
    collection,
  );
  const found = findDocuments(call, collection, parameters, q, keep);
  const ranked = sorted(found.hits, withDefaults(given, collection), collection);
  const hits = difference.hits?.(ranked, given.length > 0) ?? ranked;
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
    ...timeTaken(call.world.assumptions, collection, difference),
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

/** How long a search takes follows from how many documents there are, so that comparisons of it are the same in every run. */
const USUAL_MS = 2;
const DOCUMENTS_PER_MS = 1_000;

/** How long it took, in milliseconds: a number, nobody waits for it. */
function timeTaken(
  { search_time }: Assumptions,
  { documents }: StoredCollection,
  { slowdown = 1 }: Difference,
): object {
  const took = (USUAL_MS + Math.floor(documents.size / DOCUMENTS_PER_MS)) * slowdown;
  const names = {
    search_time_ms: ["search_time_ms"],
    took_ms: ["took_ms"],
    both: ["search_time_ms", "took_ms"],
  };
  return Object.fromEntries(names[search_time].map((name) => [name, took]));
}
