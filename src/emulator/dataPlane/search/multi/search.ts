import { isRecord } from "../../../domain/rules/fields";
import { NodeRefusal } from "../../call";
import { addParameter, type Parameters } from "../parameters";

/** Adds the parameters of one search; those that all have win. @throws NodeRefusal 400 in the server's words */
export function addSearch(parameters: Parameters, search: unknown): void {
  if (!isRecord(search)) {
    throw new NodeRefusal(400, "The value of `searches` must be an array of objects.");
  }
  for (const [name, value] of Object.entries(search)) {
    if (name === "cache_ttl") continue;
    if (name === "conversation") {
      const words =
        "`conversation` cannot be used in POST body. Please set `conversation` as a query parameter in";
      throw new NodeRefusal(400, `${words} the request, instead of inside the POST body`);
    }
    if (!addParameter(parameters, name, value, false)) {
      throw new NodeRefusal(400, "One or more search parameters are malformed.");
    }
  }
  for (const name of ["conversation", "conversation_id", "conversation_model_id"]) parameters.delete(name);
}
