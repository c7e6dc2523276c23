import { refused } from "../call";
import type { SearchArguments } from "./arguments";
import { isUint32, split } from "./values";

const MAX_GROUP_LIMIT = 99;

/** Runs the checks that need no schema, in the server's order. @throws NodeRefusalError 400 */
export function checkArguments(given: SearchArguments): void {
  const { q, queryBy, weights, groupBy, numTypos, prefixes, infixes, integers } = given;
  if (q !== "*" && queryBy.length === 0) throw refused("No search fields specified for the query.");
  const mismatches = (count: number) => queryBy.length > 0 && count !== queryBy.length;
  if (weights.length > 0 && mismatches(weights.length)) {
    throw refused("Number of weights in `query_by_weights` does not match number of `query_by` fields.");
  }
  if (groupBy.length > 0 && (integers.group_limit === 0 || integers.group_limit > MAX_GROUP_LIMIT)) {
    throw refused(`Value of \`group_limit\` must be between 1 and ${MAX_GROUP_LIMIT}.`);
  }
  const perField = [
    [numTypos, "values in `num_typos`"],
    [prefixes, "prefix values in `prefix`"],
    [infixes, "infix values in `infix`"],
  ] as const;
  for (const [list, words] of perField) {
    if (mismatches(list.length) && list.length !== 1) {
      throw refused(`Number of ${words} does not match number of \`query_by\` fields.`);
    }
  }
  if (integers.facet_sample_percent > 100)
    throw refused("Value of `facet_sample_percent` must be less than 100.");
  if (integers.facet_sample_slope > 100)
    throw refused("Value of `facet_sample_slope` must be less than 100.");
  if (integers.facet_sample_slope > 0 && integers.facet_sample_threshold === 0) {
    throw refused("Value of `facet_sample_threshold` must be greater than 0 with `facet_sample_slope`.");
  }
  if (integers.synonym_num_typos > 2)
    throw refused("Value of `synonym_num_typos` must not be greater than 2.");
  checkPersonalization(given);
}

/** Rejects every search with personalization, because the emulator cannot load a model. */
function checkPersonalization({ q, strings, integers }: SearchArguments): void {
  const needed = [
    ["personalization_model_id", "Personalization model ID"],
    ["personalization_type", "Personalization type"],
    ["personalization_user_field", "Personalization user field"],
    ["personalization_item_field", "Personalization item field"],
  ] as const;
  const isAsked =
    strings.personalization_user_id !== "" ||
    integers.personalization_n_events > 0 ||
    needed.some(([name]) => strings[name] !== "");
  if (!isAsked) return;
  if (strings.vector_query !== "") throw refused("Vector query is not allowed when personalization is done.");
  if (q !== "*" && q !== "") {
    throw refused("Personalization is not allowed when query is used. It should be only `*` or empty.");
  }
  for (const [name, words] of needed) {
    if (strings[name] === "") throw refused(`${words} is required when recommendation is done.`);
  }
  if (integers.personalization_n_events === 0) {
    throw refused("Personalization n_events must be greater than 0 when recommendation is done.");
  }
  if (strings.personalization_type !== "recommendation") {
    throw refused("Personalization type must be only `recommendation`.");
  }
  throw refused("Model not found");
}

/** True if words on the left of a query are dropped first. @throws NodeRefusalError 400 */
export function dropsLeftFirst(mode: string): boolean {
  const [name = "", limit, ...more] = split(mode, ":");
  const isKnown = ["right_to_left", "left_to_right", "both_sides"].includes(mode);
  if (!isKnown && (limit === undefined || more.length > 0 || !isUint32(limit))) {
    throw refused("Invalid format for drop tokens mode.");
  }
  return name === "left_to_right";
}

/** Reads `pinned_hits`: `id:position`. @throws NodeRefusalError 400 */
export function readPinnedHits(text: string): { id: string; position: number }[] {
  const pinned = split(text).map((entry) => {
    const colon = entry.lastIndexOf(":");
    const place = entry.slice(colon + 1);
    if (colon === 0 || !/^\d+$/.test(place)) throw refused("Pinned hits are not in expected format.");
    if (Number(place) === 0) throw refused("Pinned hits must start from position 1.");
    return { id: colon < 0 ? entry : entry.slice(0, colon), position: Number(place) };
  });
  return pinned.sort((left, right) => left.position - right.position);
}
