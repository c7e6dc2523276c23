import { bodyOf, type NodeCall, type NodeHandler, NodeRefusal, ok } from "../call";
import type { NamedKind, NamedRecord } from "../record";
import { knowsNamed, NAMED, namedRecord } from "./kinds";

type Handlers<Record extends string, List extends string> = {
  readonly [Name in `get${Record}` | `upsert${Record}` | `delete${Record}` | `list${List}`]: NodeHandler;
};

/** The four operations of a kind. */
function handlers<const Record extends string, const List extends string>(
  kind: NamedKind,
  record: Record,
  list: List,
): Handlers<Record, List> {
  const rules = NAMED[kind];
  const all = ({ cluster, data }: NodeCall): Map<string, NamedRecord> => {
    if (!knowsNamed(cluster.search_server_version)) throw new NodeRefusal(404, "Not Found");
    return data.named[kind];
  };
  const found = (call: NodeCall): [name: string, record: NamedRecord] => {
    const { name = "" } = call.params;
    const one = all(call).get(name);
    if (one === undefined) throw new NodeRefusal(rules.missingStatus ?? 404, rules.missing(name));
    return [name, one];
  };
  return {
    [`list${list}`]: (call: NodeCall) => {
      const records = [...all(call).values()];
      return ok(rules.list === null ? records : { [rules.list]: records });
    },
    [`get${record}`]: (call: NodeCall) => ok(rules.answered(found(call)[1])),
    [`upsert${record}`]: (call: NodeCall) => {
      const records = all(call);
      const { name = "" } = call.params;
      const stored = namedRecord(kind, name, bodyOf(call), records.get(name));
      records.set(name, stored);
      return ok(stored);
    },
    [`delete${record}`]: (call: NodeCall) => {
      const [name, one] = found(call);
      all(call).delete(name);
      return ok(rules.deleted(name, one));
    },
  } as Handlers<Record, List>;
}

export const NAMED_HANDLERS = {
  ...handlers("synonym_sets", "SynonymSet", "SynonymSets"),
  ...handlers("curation_sets", "CurationSet", "CurationSets"),
  ...handlers("presets", "Preset", "Presets"),
  ...handlers("stopwords", "StopwordsSet", "StopwordsSets"),
  ...handlers("analytics_rules", "AnalyticsRule", "AnalyticsRules"),
};
