import { isRecord } from "../../domain/rules/fields";
import type { StoredCluster } from "../../domain/store/cluster";
import type { ClusterData } from "../../domain/store/data";
import { type NodeCall, NodeRefusalError, refused } from "../call";

/** The server that a search runs on, and its data. */
export type SearchCall = Pick<NodeCall, "cluster" | "data" | "now" | "world">;

/** The parameters of one search, as strings. */
export type Parameters = Map<string, string>;

/**
 * Adds a parameter from JSON. Two `filter_by` are combined. Other existing parameters stay, unless `overwrites`.
 * @returns false if the value is not a string, number or boolean
 */
function addParameter(parameters: Parameters, name: string, value: unknown, overwrites: boolean): boolean {
  const text = textOf(value);
  if (text === null) return false;
  const known = parameters.get(name);
  if (known === undefined) parameters.set(name, text);
  else if (name === "filter_by") parameters.set(name, joined(known, text));
  else if (overwrites) parameters.set(name, text);
  return true;
}

function textOf(value: unknown): string | null {
  if (typeof value === "number")
    return Number.isInteger(value) ? String(value) : Math.fround(value).toFixed(6);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : null;
}

function joined(known: string, added: string): string {
  const parts = [known, added].filter((one) => one !== "");
  return parts.map((one) => `(${one})`).join(" && ");
}

/** Adds the parameters that a scoped search key embeds. They take precedence. @throws NodeRefusalError 400 */
export function addEmbedded(parameters: Parameters, embedded: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of inOrder(embedded)) {
    if (name !== "expires_at" && !addParameter(parameters, name, value, true)) {
      throw refused("Error applying search parameters inside Scoped Search API key");
    }
  }
}

/**
 * Adds the parameters of the preset that `preset` names, unless it contains several searches.
 * @throws NodeRefusalError 400
 */
export function addPreset(parameters: Parameters, data: ClusterData): void {
  const preset = presetValue(parameters.get("preset"), data);
  if (preset === undefined || (isRecord(preset) && "searches" in preset)) return;
  if (!isRecord(preset)) throw refused("Search preset is not an object.");
  for (const [name, value] of inOrder(preset)) {
    if (!addParameter(parameters, name, value, false)) {
      throw refused("One or more search parameters are malformed.");
    }
  }
}

/** Returns the value of a preset; undefined if it is missing. */
export function presetValue(name: string | undefined, { named }: ClusterData): unknown {
  return name === undefined ? undefined : named.presets.get(name)?.value;
}

/** Returns the words of the set that `stopwords` names; null without one. @throws NodeRefusalError 404 */
export function stopwordsOf(parameters: Parameters, { named }: ClusterData): ReadonlySet<string> | null {
  const name = parameters.get("stopwords");
  if (name === undefined) return null;
  const set = named.stopwords.get(name);
  if (set === undefined)
    throw new NodeRefusalError(404, `Could not find the stopword set named \`${name}\`.`);
  const { stopwords } = set;
  return new Set(Array.isArray(stopwords) ? stopwords.map((word) => String(word).toLowerCase()) : []);
}

/** Sorts properties by name, as the server does. */
function inOrder(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Adds the parameters of one search; those of the whole request take precedence. @throws NodeRefusalError 400 */
export function addSearch(parameters: Parameters, search: unknown): void {
  if (!isRecord(search)) throw refused("The value of `searches` must be an array of objects.");
  for (const [name, value] of Object.entries(search)) {
    if (name === "cache_ttl") continue;
    if (name === "conversation") {
      const words =
        "`conversation` cannot be used in POST body. Please set `conversation` as a query parameter in";
      throw refused(`${words} the request, instead of inside the POST body`);
    }
    if (!addParameter(parameters, name, value, false)) {
      throw refused("One or more search parameters are malformed.");
    }
  }
  for (const name of ["conversation", "conversation_id", "conversation_model_id"]) parameters.delete(name);
}

const USUAL_LIMITS = { "max-per-page": 250, "filter-by-max-ops": 100 };

/** Returns a limit of the server: its server parameter, or the default (data-plane API, Limits). */
export function serverLimit(
  { running }: Pick<StoredCluster, "running">,
  name: keyof typeof USUAL_LIMITS,
): number {
  const { [name]: value } = running;
  return value === undefined ? USUAL_LIMITS[name] : Number(value);
}
