import type { JsonObject } from "../../../domain/store/named";
import { isAtLeast, type NodeCall } from "../../call";
import { isText } from "../json";
import { FIRST_WITH_SETS } from "../version";
import {
  checkModel,
  checksOfService,
  filled,
  inRange,
  type ModelCheck,
  maxBytesGiven,
  nameGiven,
  promptIsText,
  textOrNone,
  wholeOrNone,
} from "./checks";

/** From version 30 on, these models of OpenAI have no temperature of their own. */
const openAiTemperature: ModelCheck = (model) => {
  const name = String(model.model_name).split("/").slice(1).join("/");
  if (model.temperature !== undefined && /^o\d|gpt-5/.test(name)) {
    return "Property `temperature` is not supported for the o-series and gpt-5 models.";
  }
  return inRange("temperature", 2)(model);
};

const keyOrNone: ModelCheck = ({ api_key }) =>
  api_key === undefined || (isText(api_key) && api_key !== "")
    ? undefined
    : "Property `api_key` is not a string or is not a non-empty string.";

const stopSequences: ModelCheck = ({ stop_sequences }) =>
  stop_sequences === undefined || Array.isArray(stop_sequences)
    ? undefined
    : "Property `stop_sequences` must be an array of strings.";

const TUNING = [inRange("temperature", 2), inRange("top_p", 1), wholeOrNone("top_k", 0)];
const CREDENTIALS = ["project_id", "access_token", "refresh_token", "client_id", "client_secret"];

/** What a server checks before it asks the service itself, which the emulator never does. */
const SERVICES: Readonly<Record<string, readonly ModelCheck[]>> = {
  openai: [filled("api_key"), openAiTemperature],
  cloudflare: [filled("api_key"), filled("account_id")],
  vllm: [filled("api_url"), keyOrNone, inRange("temperature", 2)],
  google: [filled("api_key"), ...TUNING, stopSequences, textOrNone("api_version")],
  gcp: [...CREDENTIALS.map(filled), textOrNone("region"), ...TUNING, wholeOrNone("max_output_tokens", 1)],
  azure: [filled("api_key"), filled("url"), inRange("temperature", 2)],
};

const { azure: _, ...BEFORE_AZURE } = SERVICES;
/** What servers before 30 check. */
const OLD_SERVICES = { ...BEFORE_AZURE, openai: [filled("api_key"), inRange("temperature", 2)] };

/** @throws NodeRefusal 400 in the server's words, in its order */
export function checkNlSearchModel(call: NodeCall, model: JsonObject): void {
  checkModel(model, [nameGiven, promptIsText, maxBytesGiven]);
  checkModel(model, checksOfService(model, isAtLeast(call, FIRST_WITH_SETS) ? SERVICES : OLD_SERVICES));
}
