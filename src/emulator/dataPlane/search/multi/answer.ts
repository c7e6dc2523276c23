import { isRecord } from "../../../domain/rules/fields";
import { jsonOf, type NodeCall, NodeRefusalError, refused } from "../../call";
import { addEmbedded, addSearch, type Parameters, presetValue } from "../parameters";
import { isUint32 } from "../values";
import { failureAnswer, unionAnswer } from "./union";

/** The default number of searches that a request may contain. */
const USUAL_LIMIT = 50;

/** Answers one search. @throws NodeRefusalError */
type AnswerOne = (parameters: Parameters) => Record<string, unknown>;

/** Answers several searches. @throws NodeRefusalError 400 if the request as a whole is invalid */
export function multiAnswer(call: NodeCall, answerOne: AnswerOne): Record<string, unknown> {
  const common: Parameters = new Map(call.query);
  const body = bodyOf(call, common);
  const { searches } = isRecord(body) ? body : {};
  if (!isRecord(body) || !Array.isArray(searches)) throw refused("Missing `searches` array.");
  checkCount(call, common, searches.length);
  // The key of a request without searches was checked as for one search.
  if (searches.length === 0) throw new NodeRefusalError(500, "Embedded params parsing error.");
  checkConversation(common, body.union === true);
  if (body.union === true) return unionAnswer(call, common, searches, body.remove_duplicates !== false);
  const results = searches.map((search: unknown, index) => {
    const parameters = new Map(common);
    addSearch(parameters, search);
    try {
      addEmbedded(parameters, call.embedded[index] ?? {});
      return answerOne(parameters);
    } catch (error) {
      return failureAnswer(error);
    }
  });
  return { results };
}

/** Returns the preset, if one is named, or else the body. */
function bodyOf(call: NodeCall, common: Parameters): unknown {
  return common.has("preset") ? presetValue(common.get("preset"), call.data) : jsonOf(call);
}

function checkCount({ embedded }: NodeCall, common: Parameters, count: number): void {
  const given = common.get("limit_multi_searches") ?? "";
  const own = embedded[0]?.limit_multi_searches;
  const limit = Number.isInteger(own) ? Number(own) : isUint32(given) ? Number(given) : USUAL_LIMIT;
  if (count > limit) throw refused("Number of multi searches exceeds `limit_multi_searches` parameter.");
}

/** Rejects conversations, because the emulator cannot load a model. @throws NodeRefusalError 400 */
function checkConversation(common: Parameters, isUnion: boolean): void {
  const isOne = common.get("conversation") === "true" && !isUnion;
  if (!isOne) {
    if (!common.has("conversation_id")) return;
    throw refused("`conversation_id` can only be used if `conversation` is enabled.");
  }
  if (!common.has("q")) {
    const words = "`q` parameter has to be common for all searches if conversation is enabled.";
    const advice = "Please set `q` as a query parameter in the request, instead of inside the POST body";
    throw refused(`${words} ${advice}`);
  }
  if (!common.has("conversation_model_id")) {
    throw refused("`conversation_model_id` is needed if conversation is enabled.");
  }
  throw refused("`conversation_model_id` is invalid.");
}
