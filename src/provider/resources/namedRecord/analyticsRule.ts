import { isDeepStrictEqual } from "node:util";
import { defineResourceSchema } from "../../../framework";
import { covers, jsonObject, observedJson, sortedJson } from "../../model/jsonText";
import { defineRecord, JSON_STRING } from "./definition";
import { completed, droppedParts, FIXED_IN_RULE, keptOf, ruleIn, ruleProblem, wholeRule } from "./rule";

export const analyticsRule = defineRecord({
  type: "analytics_rule",
  kind: "AnalyticsRule",
  path: "/analytics/rules/{name}",
  noun: "Analytics rule",
  description:
    "What the server gathers from searches and events: popular queries, queries without hits, counters and logs, from server 30 on, which has " +
    "another form for it than the servers before. A destroy ends the gathering; what was gathered stays in its collection.",
  nameDescription: "Name of the rule.",
  servers: {
    from: "30",
    otherwise:
      "Older servers keep analytics rules in another form (params.source and params.destination), which this resource does not write.",
  },
  fields: defineResourceSchema({
    definition: {
      ...JSON_STRING,
      description:
        "The rule: a JSON object with `type`, `collection`, `event_type`, and `params` and `rule_tag` where they are needed, best written with " +
        "`jsonencode`. An edit leaves nothing of what was there: a part that is removed goes back to the server's default. Another `type`, " +
        "`collection` or `event_type` replaces the rule, because servers refuse such an edit. Order of keys and layout do not count, and what " +
        "the server adds is no drift.",
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
              detail: `name is "${name}", and definition holds the name ${JSON.stringify(inside)}. Leave it out of the definition.`,
            };
      },
    },
  ],
  compared: {
    attribute: "definition",
    covers: (configured: string, seen: string) =>
      covers(ruleIn(configured), completed(ruleIn(configured), ruleIn(seen))),
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
          summary: "The server would refuse this analytics rule",
          detail: `${problem} Nothing was changed.`,
        };
  },
  notes: ({ name, definition }) => {
    const dropped = droppedParts(ruleIn(definition));
    return dropped.length === 0
      ? []
      : [
          {
            summary: `Analytics rule "${name}" says more than servers keep: ${dropped.join(", ")}`,
            detail:
              "Servers of version 30 take these parts for a rule of this type without a word, and neither keep nor show them. Remove them, unless " +
              "the server is a newer one that knows them.",
          },
        ];
  },
  endsWith:
    "The events that it has counted since the server last wrote them to their collection are lost with it, also where another rule replaces it. " +
    "POST /analytics/flush of a node writes them before. What is in the collection stays.",
});

/** Texts of a list stand in any order. */
function inOrder(rule: Readonly<Record<string, unknown>>): unknown {
  const { params, ...rest } = rule;
  const entries = Object.entries(params ?? {});
  const sorted = entries.map(([name, part]) => [name, Array.isArray(part) ? [...part].sort() : part]);
  return { ...rest, params: Object.fromEntries(sorted) };
}
