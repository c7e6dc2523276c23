import { parseJson } from "../../../domain/rules/body";
import { isRecord } from "../../../domain/rules/fields";
import { type NodeCall, NodeRefusal } from "../../call";
import { addEmbedded, addSearch, type Parameters, presetValue } from "../parameters";
import { isUint32 } from "../values";
import { unionAnswer } from "./union";

/** How many searches one request may have when nothing else is said. */
const USUAL_LIMIT = 50;

/** Answers one search with parameters of its own. @throws NodeRefusal in the server's words */
export type AnswerOne = (parameters: Parameters) => Record<string, unknown>;

/** The answer to several searches. @throws NodeRefusal 400 where the request as a whole cannot be read */
export function multiAnswer(call: NodeCall, answerOne: AnswerOne): Record<string, unknown> {
  const common: Parameters = new Map(call.query);
  const body = bodyOf(call, common);
  const { searches } = isRecord(body) ? body : {};
  if (!isRecord(body) || !Array.isArray(searches)) throw new NodeRefusal(400, "Missing `searches` array.");
  checkCount(call, common, searches.length);
  // The key of a request without searches was checked as that of one.
  if (searches.length === 0) throw new NodeRefusal(500, "Embedded params parsing error.");
  checkConversation(common, body.union === true);
  if (body.union === true) {
    return unionAnswer(call, common, searches, body.remove_duplicates !== false);
  }
  const results = searches.map((search: unknown, index) => {
    const parameters = new Map(common);
    addSearch(parameters, search);
    try {
      addEmbedded(parameters, call.embedded[index] ?? {});
      return answerOne(parameters);
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      return { code: error.status, error: error.message };
    }
  });
  return { results };
}

/** A preset takes the place of the body. */
function bodyOf({ body, data }: NodeCall, common: Parameters): unknown {
  if (common.has("preset")) return presetValue(common.get("preset"), data);
  try {
    return parseJson(body.text);
  } catch {
    throw new NodeRefusal(400, "Bad JSON.");
  }
}

function checkCount({ embedded }: NodeCall, common: Parameters, count: number): void {
  const given = common.get("limit_multi_searches") ?? "";
  const own = embedded[0]?.limit_multi_searches;
  const limit = Number.isInteger(own) ? Number(own) : isUint32(given) ? Number(given) : USUAL_LIMIT;
  if (count > limit) {
    throw new NodeRefusal(400, "Number of multi searches exceeds `limit_multi_searches` parameter.");
  }
}

/** Conversations need models, of which none can be loaded here. @throws NodeRefusal 400 in the server's words */
function checkConversation(common: Parameters, isUnion: boolean): void {
  const isOne = common.get("conversation") === "true" && !isUnion;
  if (!isOne) {
    if (!common.has("conversation_id")) return;
    throw new NodeRefusal(400, "`conversation_id` can only be used if `conversation` is enabled.");
  }
  if (!common.has("q")) {
    const words = "`q` parameter has to be common for all searches if conversation is enabled.";
    const advice = "Please set `q` as a query parameter in the request, instead of inside the POST body";
    throw new NodeRefusal(400, `${words} ${advice}`);
  }
  if (!common.has("conversation_model_id")) {
    throw new NodeRefusal(400, "`conversation_model_id` is needed if conversation is enabled.");
  }
  throw new NodeRefusal(400, "`conversation_model_id` is invalid.");
}
