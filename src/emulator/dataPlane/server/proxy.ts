import { isRecord } from "../../domain/rules/fields";
import { jsonOf, type NodeCall, NodeRefusal, type NodeReply } from "../call";

/**
 * Checks a request that the server is to send elsewhere. The emulator sends nothing.
 * @throws NodeRefusal 400 in the server's words; 501 for one that it would have sent
 */
function refuseProxy(call: NodeCall): NodeReply {
  const given = jsonOf(call);
  if (!isRecord(given) || given.url === undefined || given.method === undefined) {
    throw new NodeRefusal(400, "Missing required fields.");
  }
  const { url, method, body, headers } = given;
  if (!isFilled(url) || !isFilled(method)) {
    throw new NodeRefusal(400, "URL and method must be non-empty strings.");
  }
  if (body !== undefined && typeof body !== "string") throw new NodeRefusal(400, "Body must be a string.");
  if (headers !== undefined && !isRecord(headers)) {
    throw new NodeRefusal(400, "Headers must be a JSON object.");
  }
  if (Object.values(headers ?? {}).some((value) => typeof value !== "string")) {
    throw new NodeRefusal(400, "Bad JSON.");
  }
  throw new NodeRefusal(501, "The emulator sends no requests elsewhere.");
}

const isFilled = (value: unknown) => typeof value === "string" && value !== "";

export { refuseProxy as proxy, refuseProxy as proxyEvents };
