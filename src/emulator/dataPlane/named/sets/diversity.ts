import { isRecord } from "../../../domain/rules/fields";
import type { Diversity } from "../../../domain/store/named";
import { NodeRefusal } from "../../call";

const METHODS = ["equality", "jaccard"];

const refused = (words: string, value: unknown) =>
  new NodeRefusal(400, `${words}: ${JSON.stringify(sorted(value))}`);

/** @throws NodeRefusal 400 in the server's words */
export function diversityOf(given: unknown): Diversity | undefined {
  if (given === undefined) return undefined;
  if (!isRecord(given)) throw refused("Invalid `diversity` format", given);
  if (Object.keys(given).length === 0) return undefined;
  const { similarity_metric: metrics } = given;
  if (metrics === undefined) throw refused("`similarity_metric` not found", given);
  if (!Array.isArray(metrics) || metrics.length === 0) {
    throw refused("Invalid `similarity_metric` format", metrics);
  }
  return { similarity_metric: metrics.map(metricOf) };
}

function metricOf(given: unknown) {
  if (!isRecord(given) || Object.keys(given).length === 0) {
    throw refused("Invalid `similarity_metric` format, expected an object", given);
  }
  const { field, method, weight = 1 } = given;
  if (field === undefined) throw refused("`field` not found", given);
  if (typeof field !== "string") throw refused("Invalid `field` format", field);
  if (method === undefined) throw refused("`method` not found", given);
  if (typeof method !== "string") throw refused("Invalid `method` format", method);
  const known = METHODS.find((one) => one === method.toLowerCase());
  if (known === undefined) throw refused("`method` not found", given);
  // A weight must have a fraction, as 1.0 has; JSON that JavaScript has read does not tell 1.0 from 1.
  if (typeof weight !== "number") throw refused("Invalid `weight` format", weight);
  return { field, method: known, weight };
}

/** As the server writes JSON: the keys of an object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
