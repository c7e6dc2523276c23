import type { Assumptions } from "../../domain/assumptions";
import type { StoredCollection } from "../../domain/store/data";
import {
  collectionNamed,
  isAtLeast,
  type NodeCall,
  NodeRefusalError,
  type NodeReply,
  ok,
  refused,
} from "../call";
import { type Difference, differenceOf } from "../newerServer";
import { searchAnswer } from "./answer";
import { readArguments } from "./arguments";
import { multiAnswer } from "./multi/answer";
import { addPreset, type Parameters, type SearchCall, stopwordsOf } from "./parameters";
import { planSearch } from "./plan";
import { searchResult } from "./result";

/** searchDocuments (data-plane API, Search parameters). Its limits: docs/design/data-plane.md#emulated-search. */
export function searchDocuments(call: NodeCall): NodeReply {
  // Only here, the server treats a missing `q` as empty.
  const parameters: Parameters = new Map([["q", ""], ...call.query, ["collection", call.params.name ?? ""]]);
  checkConversation(call, parameters);
  return ok(answerOne(call, parameters));
}

/** @throws NodeRefusalError 400 */
function checkConversation({ data }: NodeCall, parameters: Parameters): void {
  const isOne = parameters.get("conversation") === "true";
  const model = parameters.get("conversation_model_id") ?? "";
  if (isOne && model === "") {
    throw refused("Conversation is enabled but no conversation model ID is provided.");
  }
  if (isOne && !data.named.conversation_models.has(model)) throw refused("Model not found");
  if (!isOne && (parameters.get("conversation_id") ?? "") !== "") {
    const words = "Conversation ID provided but conversation is not enabled for this collection.";
    throw refused(words);
  }
}

/** multiSearch: several searches in one request, each with its own answer or error, or combined in a union. */
export function multiSearch(call: NodeCall): NodeReply {
  return ok(multiAnswer(call, (parameters) => answerOne(call, parameters)));
}

/** Answers one search. @throws NodeRefusalError */
function answerOne(call: SearchCall, parameters: Parameters): Record<string, unknown> {
  addPreset(parameters, call.data);
  const stopwords = stopwordsOf(parameters, call.data);
  const collection = collectionNamed(call.data, parameters.get("collection") ?? "");
  if (collection === undefined) throw new NodeRefusalError(404, "Collection not found");
  const difference = differenceOf(call.cluster, call.world.assumptions);
  const { refuses } = difference;
  if (refuses !== undefined && parameters.has(refuses)) {
    throw refused(`Parameter \`${refuses}\` is not supported any more.`);
  }
  const args = readArguments(parameters, isAtLeast(call, "30.0"));
  const plan = planSearch(call, collection, args, stopwords);
  const answer = searchAnswer(call, searchResult(plan, difference));
  if (args.excludeFields.includes("search_time_ms")) return answer;
  return { ...answer, ...timeTaken(call.world.assumptions, collection, difference) };
}

/** The time of a search depends on the number of documents, so that its comparison is the same in every run. */
const USUAL_MS = 2;
const DOCUMENTS_PER_MS = 1_000;

/** Returns the time of a search in milliseconds. Nothing waits for it. */
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
