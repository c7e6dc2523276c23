import { WireError } from "./error";

/** @throws WireError which, unlike the error of JSON.parse, quotes nothing: the text may hold a secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError("expected JSON, got text that is none");
  }
}

export function isJsonObject(json: unknown): json is { readonly [name: string]: unknown } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
