import { isDeepStrictEqual } from "node:util";
import { defineResourceSchema } from "../../../framework";
import { covers, jsonObject, observedJson, sortedJson } from "../../model/jsonText";
import { defineRecord, JSON_STRING } from "./definition";
import { completed, droppedParts, FIXED_IN_RULE, keptOf, ruleIn, ruleProblem, wholeRule } from "./rule";

export const analyticsRule = defineRecord({
  type: "analytics_rule",
  movedFrom: [["typesense_analytics_rule", "name", "fluent", "alan"]],
  kind: "AnalyticsRule",
  path: "/analytics/rules/{name}",
  noun: "Analytics rule",
  description:
    "A rule by which the server collects data from searches and events: popular queries, queries without hits, counters and logs. Needs server " +
    "version 30 or later; older servers have another form. A destroy ends the collection of data; collected data stays in its collection.",
  nameDescription: "Name of the rule.",
  servers: {
    from: "30",
    otherwise:
      "Older servers have another form of analytics rules (params.source and params.destination), which this resource does not support.",
  },
  fields: defineResourceSchema({
    definition: {
      ...JSON_STRING,
      description:
        "The rule: a JSON object with `type`, `collection`, `event_type`, and `params` and `rule_tag` if they are needed, best written with " +
        "`jsonencode`. An edit writes the whole rule: a part that is removed gets the server's default. An edit of `type`, `collection` or " +
        "`event_type` replaces the rule, because servers reject it. The order of keys and the layout do not matter, and parts that the server " +
        "adds are no drift.",
      validators: [jsonObject],
    },
  }),
  validators: [
    {
      reads: ["name", "definition"],
      check: ({ name, definition }) => {
        const inside = ruleIn(definition).name ?? name;
        return inside === name
          ? undefined
          : {
              path: ["definition"],
              summary: "Two names for one analytics rule",
              detail: `name is "${name}", and definition has the name ${JSON.stringify(inside)}. Remove it from the definition.`,
            };
      },
    },
  ],
  compared: {
    attribute: "definition",
    covers: (configured: string, seen: string) =>
      covers(ruleIn(configured), completed(ruleIn(configured), ruleIn(seen))),
  },
  collectionsIn: ({ definition }) => {
    const { collection, params } = ruleIn(definition);
    return [collection, (params as { destination_collection?: unknown } | undefined)?.destination_collection];
  },
  toBody: ({ name, definition }) => ({ ...ruleIn(definition), name }),
  toEdit: ({ name, definition }) => ({ ...wholeRule(ruleIn(definition)), name }),
  isWanted: (record, { definition }) =>
    isDeepStrictEqual(inOrder(keptOf(ruleIn(JSON.stringify(record)))), inOrder(keptOf(ruleIn(definition)))),
  fromAnswer({ name, ...answer }, state) {
    const text = state.definition ?? null;
    if (text === null) return { definition: observedJson(null, answer) };
    const configured = ruleIn(text);
    const seen = completed(configured, "name" in configured ? { name, ...answer } : answer);
    const written = sortedJson(configured);
    const observed = observedJson(written, seen);
    return { definition: observed === written ? text : observed };
  },
  replaces(prior, planned) {
    const [before, now] = [ruleIn(prior.definition), ruleIn(planned.definition)];
    return FIXED_IN_RULE.some((part) => part in before && part in now && before[part] !== now[part]);
  },
  problem: ({ definition }) => {
    const problem = ruleProblem(ruleIn(definition));
    return problem === undefined
      ? undefined
      : {
          path: ["definition"],
          summary: "The server would reject this analytics rule",
          detail: `${problem} Nothing was changed.`,
        };
  },
  notes: ({ name, definition }) => {
    const dropped = droppedParts(ruleIn(definition));
    return dropped.length === 0
      ? []
      : [
          {
            summary: `Analytics rule "${name}" has parts that servers do not keep: ${dropped.join(", ")}`,
            detail:
              "Servers of version 30 silently accept these parts for a rule of this type, but neither keep nor show them. Remove them, unless " +
              "the server is a newer one that supports them.",
          },
        ];
  },
  endsWith:
    "Events that it has counted since the server last wrote them to their collection are lost, even if another rule replaces it. " +
    "To write them first, send POST /analytics/flush to a node. Data that is in the collection stays.",
});

/** Sorts the lists of a rule, whose order does not matter. */
function inOrder(rule: Readonly<Record<string, unknown>>): unknown {
  const { params, ...rest } = rule;
  const entries = Object.entries(params ?? {});
  const sorted = entries.map(([name, part]) => [name, Array.isArray(part) ? [...part].sort() : part]);
  return { ...rest, params: Object.fromEntries(sorted) };
}
