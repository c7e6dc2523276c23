import { WireError } from "./error";

/** @throws WireError which, unlike the error of JSON.parse, quotes nothing: the text may hold a secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError("expected JSON, got text that is none");
  }
}

/** @throws WireError when the text is not JSON, or not an object. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const json = parseJson(text);
  if (isJsonObject(json)) return json;
  throw new WireError("expected object");
}

export function isJsonObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
