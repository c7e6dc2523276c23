import type { JsonObject } from "../../../domain/store/named";
import type { NodeCall, NodeHandler } from "../../call";
import type { NodeRouteId } from "../../routes";
import { isText, jsonOf, partsOf } from "../json";
import { type AnsweredSearch, captureSearch } from "./flush";

/** Whoever does not say who searches is known by an address; here all have the same. */
const NOBODY = "127.0.0.1";

/** What carries out an operation, and keeps the searches that it has answered for analytics rules. */
export function capturing(id: NodeRouteId, handler: NodeHandler): NodeHandler {
  if (id !== "searchDocuments" && id !== "multiSearch") return handler;
  return async (call) => {
    const reply = await handler(call);
    if (call.data.named.analytics_rules.size === 0 || !("json" in reply)) return reply;
    const shared = Object.fromEntries(call.query);
    const searches =
      id === "searchDocuments" ? [shared] : searchesOf(call).map((one) => ({ ...one, ...shared }));
    const { results } = partsOf(reply.json);
    const answers: readonly unknown[] = Array.isArray(results) ? results : [reply.json];
    for (const [place, given] of searches.entries()) {
      const search = answered({ collection: call.params.name, ...given }, partsOf(answers[place]));
      if (search !== null) captureSearch(call.data, search, call.now);
    }
    return reply;
  };
}

function searchesOf({ body }: NodeCall): readonly JsonObject[] {
  const { searches } = partsOf(jsonOf(body));
  return Array.isArray(searches) ? searches.map(partsOf) : [];
}

/** A search that counts; null: it failed, or turns analytics off. */
function answered(given: JsonObject, answer: JsonObject): AnsweredSearch | null {
  const { found } = answer;
  if (typeof found !== "number" || String(given.enable_analytics) === "false") return null;
  const text = (name: string) => (isText(given[name]) ? given[name] : "");
  return {
    collection: text("collection"),
    q: text("q"),
    filter_by: text("filter_by"),
    analytics_tag: text("analytics_tag"),
    user_id: text("x-typesense-user-id") || NOBODY,
    found,
  };
}
