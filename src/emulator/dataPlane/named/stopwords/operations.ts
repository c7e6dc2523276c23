import { isRecord } from "../../../domain/rules/fields";
import type { ClusterData } from "../../../domain/store/data";
import type { JsonObject, StopwordsSet } from "../../../domain/store/named";
import { type NodeCall, type NodeHandler, NodeRefusal, ok } from "../../call";
import { inHashOrder, valuesInHashOrder } from "../hashOrder";
import { isText, jsonOf, partsOf, takenText } from "../json";
import { wordsOf } from "./words";

/** @throws NodeRefusal 400 in the server's words */
export function putStopwordsSet({ named }: ClusterData, id: string, body: JsonObject): StopwordsSet {
  const { stopwords, locale = "" } = body;
  if (stopwords === undefined) throw new NodeRefusal(400, "Parameter `stopwords` is required");
  if (isEmpty(stopwords)) throw new NodeRefusal(400, "Parameter `stopwords` is empty");
  if (!Array.isArray(stopwords) || !isText(stopwords[0])) {
    throw new NodeRefusal(400, "Parameter `stopwords` is required as string array value");
  }
  if (!isText(locale)) throw new NodeRefusal(400, "Parameter `locale` is required as string value");
  const words = inHashOrder(stopwords.flatMap((one) => wordsOf(takenText(one), locale)));
  const set: StopwordsSet = {
    id,
    ...(words.length > 0 && { stopwords: words }),
    ...(locale !== "" && { locale }),
  };
  named.stopwords.set(id, set);
  return set;
}

function isEmpty(given: unknown): boolean {
  if (given === null) return true;
  return (Array.isArray(given) || isRecord(given)) && Object.keys(given).length === 0;
}

function nameOf({ params: { name = "" } }: NodeCall): string {
  return name;
}

function setOf(call: NodeCall): StopwordsSet {
  const found = call.data.named.stopwords.get(nameOf(call));
  if (found === undefined) throw new NodeRefusal(404, `Stopword \`${nameOf(call)}\` not found.`);
  return found;
}

export const STOPWORDS_HANDLERS = {
  listStopwordsSets: ({ data }) => ok({ stopwords: valuesInHashOrder(data.named.stopwords) }),
  getStopwordsSet: (call) => ok({ stopwords: setOf(call) }),
  upsertStopwordsSet: (call) => {
    const given = partsOf(jsonOf(call.body));
    putStopwordsSet(call.data, nameOf(call), given);
    const id = { id: nameOf(call) };
    return ok({ ...id, ...given, ...id });
  },
  deleteStopwordsSet: (call) => {
    const { id } = setOf(call);
    call.data.named.stopwords.delete(id);
    return ok({ id });
  },
} satisfies Readonly<Record<string, NodeHandler>>;
