import type { ClusterData } from "../../domain/store/data";
import type { JsonObject, NamedKind } from "../../domain/store/named";
import { HandlerFailure, NodeRefusal } from "../call";
import { putOldRule } from "./analytics/oldRules";
import { putRule } from "./analytics/rules";
import { putPreset } from "./presets/operations";
import { putCurationSet, putSynonymSet } from "./sets/operations";
import { putStopwordsSet } from "./stopwords/operations";
import { knowsNamed } from "./version";

const PUTS: { readonly [Kind in Exclude<NamedKind, "analytics_rules">]: Put } = {
  synonym_sets: putSynonymSet,
  curation_sets: putCurationSet,
  presets: putPreset,
  stopwords: putStopwordsSet,
};
type Put = (data: ClusterData, name: string, body: JsonObject) => unknown;

/**
 * Stores a record as the server of a version does, whether the collections that it names are there or not.
 * @throws NodeRefusal in the server's words
 */
export function putNamed(
  data: ClusterData,
  version: string,
  kind: NamedKind,
  name: string,
  body: JsonObject,
): void {
  try {
    if (kind !== "analytics_rules") PUTS[kind](data, name, body);
    else if (knowsNamed(version)) putRule(data, { ...body, name }, { upsert: true, live: false });
    else putOldRule(data, { ...body, name }, { upsert: true });
  } catch (error) {
    if (!(error instanceof HandlerFailure)) throw error;
    throw new NodeRefusal(400, "Bad request.");
  }
}
