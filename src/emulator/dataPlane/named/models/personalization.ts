import type { JsonObject } from "../../../domain/store/named";
import { isText } from "../json";
import { checkModel, type ModelCheck } from "./checks";

const NAMES: Readonly<Record<string, string>> = { recommendation: "tyrec-1", search: "tyrec-2" };
const TYPES = "Must be either 'recommendation' or 'search'.";

const CHECKS: readonly ModelCheck[] = [
  ({ id }) => (isText(id) ? undefined : "Missing or invalid 'id' field."),
  ({ name }) => (isText(name) ? undefined : "Missing or invalid 'name' field."),
  ({ name }) =>
    String(name).split("/").length === 2 ? undefined : "Model name must contain exactly one '/' character.",
  ({ name }) => (String(name).startsWith("ts/") ? undefined : "Model namespace must be 'ts'."),
  ({ name }) => (name === "ts/" ? "Model name part cannot be empty." : undefined),
  ({ type }) => (isText(type) ? undefined : `Missing or invalid 'type' field. ${TYPES}`),
  ({ type }) => (Object.hasOwn(NAMES, String(type)) ? undefined : `Invalid type. ${TYPES}`),
  ({ name, type }) =>
    name === `ts/${NAMES[String(type)]}`
      ? undefined
      : "Invalid model name for type. Use 'tyrec-1' for recommendation and 'tyrec-2' for search.",
];

/** @throws NodeRefusal 400 in the server's words, in its order */
export function checkPersonalizationModel(model: JsonObject): void {
  checkModel(model, CHECKS);
}
