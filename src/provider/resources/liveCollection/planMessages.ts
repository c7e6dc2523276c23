import { countOf } from "../../model/words";
import type { Way } from "./decide";
import { COPY_RATE, copyTime, memorySize, neededSize } from "./estimate";
import { describeLive, liveDisplayName, versionNamed } from "./model";
import { dropped, reattached, settled, succeeded } from "./planDrift";
import { documentsOf, holdingOf, momentOf, type PlanFacts, type PlanMessage, retainText } from "./planFacts";

/** Describes what an apply does, in its order: every step, then every version that goes. */
export function planMessages(facts: PlanFacts): readonly PlanMessage[] {
  const { ways, drops } = facts.decision;
  return [
    ...ways.flatMap((way) => describeWayAtPlan(way, facts)),
    ...drops.map((name) => dropped(name, facts)),
  ];
}

function describeWayAtPlan(way: Way, facts: PlanFacts): PlanMessage[] {
  switch (way.kind) {
    case "copy":
      return [copied(way, facts), ...tight(facts)];
    case "back":
      return [wentBack(way, facts)];
    case "settle":
      return [settled(way, facts)];
    case "reattach":
      return [reattached(way, facts)];
    case "succeed":
      return [succeeded(way, facts)];
    // The edit of a collection describes itself.
    case "patch":
      return [];
  }
}

function copied({ from, resumes }: Extract<Way, { kind: "copy" }>, facts: PlanFacts): PlanMessage {
  const { prior, seen } = facts;
  const what = liveDisplayName(prior);
  const documents = documentsOf(seen, from);
  const holds = documents === null ? "all documents" : countOf(documents);
  const target = resumes === null ? "a new version" : `version "${resumes}"`;
  const begun =
    resumes === null
      ? []
      : [`An interrupted apply has left it with ${holdingOf(seen, resumes)}, and this one goes on with it.`];
  const copies =
    documents === 0
      ? `Version "${from}" holds no documents now, so there is little to copy.`
      : `The documents of version "${from}" are copied to ${target}${timeOf(documents)}.`;
  return {
    summary:
      resumes === null
        ? `${what} gets a new version: ${documents === 0 ? "it holds no documents" : `${holds} will be copied`}`
        : `${what} goes on with its unfinished version "${resumes}": ${holds} in all`,
    detail: paragraphs(
      [reason(facts), ...filledSentences(facts), ...begun, copies, comparison(facts)],
      [memorySentence(facts)],
      meanwhile(facts, "copy"),
      [formerSentence(from, facts)],
    ),
  };
}

function wentBack({ from, to }: Extract<Way, { kind: "back" }>, facts: PlanFacts): PlanMessage {
  const { prior, planned, seen } = facts;
  const since = versionNamed(seen, from)?.mark?.retired[to];
  const holds = `Version "${to}" has the planned schema and ${holdingOf(seen, to)}; the live version, "${from}", has ${holdingOf(seen, from)}.`;
  const isTimed = planned.updated_at_field !== null;
  const how =
    since === undefined
      ? `It is not known when it stopped being live, so all documents are copied to it again${timeOf(documentsOf(seen, from))}.`
      : isTimed
        ? `What was written since it stopped being live (${momentOf(since)}) is carried over to it; there is no full copy.`
        : `It stopped being live at ${momentOf(since)}. Without updated_at_field, only documents that it lacks are carried over, and those that are gone are deleted there: documents that were edited since have their former content again.`;
  return {
    summary: `${liveDisplayName(prior)} goes back to version "${to}"`,
    detail: paragraphs([reason(facts), holds, how, comparison(facts)], meanwhile(facts, "back"), [
      formerSentence(from, facts),
    ]),
  };
}

/** Names the versions that would spare the copy, had nobody written to them. */
function filledSentences({ filled }: PlanFacts): string[] {
  return filled.map(
    (name) =>
      `Retained version "${name}" has the planned schema, but other documents than when it stopped being live: somebody has written to it, so it is not used.`,
  );
}

/** Warns that a second version hardly fits. */
function tight({ prior, memory }: PlanFacts): PlanMessage[] {
  if (!memory?.isTight) return [];
  return [
    {
      summary: `A second version of ${describeLive(prior)} will hardly fit into memory`,
      detail:
        `It needs ${neededSize(memory)}, and the node with the least memory has ${memorySize(memory.free)} left. A server without memory stops ` +
        "answering, or rejects writes. Resize the cluster first, or drop a retained version (retain). The estimate takes all documents on the cluster to be of one size.",
    },
  ];
}

function memorySentence({ prior, memory, seen, decision }: PlanFacts): string {
  if (decision.ways.some((way) => way.kind === "copy" && documentsOf(seen, way.from) === 0))
    return "The cluster has both in memory until the former version is deleted.";
  if (memory === null)
    return `The cluster has both in memory until the former version is deleted. ${
      prior.cluster_id === null
        ? "For node_urls, it is not known how much is left."
        : "How much is left is not known: the metrics of the cluster could not be read (capability metrics:read)."
    }`;
  return (
    `The cluster has both in memory until the former version is deleted. The new one needs ${neededSize(memory)}, and the node with the ` +
    `least memory has ${memorySize(memory.free)} left.`
  );
}

function reason({ prior, planned, another, decision }: PlanFacts): string {
  const isSorting = another.join() === "field" && prior.default_sorting_field !== null;
  if (isSorting)
    return `No server makes an edit in place that drops the default sorting field "${prior.default_sorting_field}" and adds it again.`;
  if (another.join() === "field")
    return "The server rejected an earlier edit after it had carried out a part of it, and no edit in place mends that.";
  if (another.length > 0) return `No server makes an edit of ${another.join(", ")} in place.`;
  return planned.strategy === "copy" && decision.ways.length > 0
    ? 'With strategy = "copy", no edit of fields is made in place.'
    : "";
}

function comparison({ planned }: PlanFacts): string {
  const queries = planned.query.length;
  const answers =
    queries === 0
      ? "the ids of both are compared (there is no query block, so no answers)"
      : `the ids of both and their answers to ${queries === 1 ? "1 query" : `${queries} queries`} are compared`;
  return `Then ${answers}, and the alias moves. If they differ, it stays where it is.`;
}

function meanwhile({ planned }: PlanFacts, way: "copy" | "back"): string[] {
  const { name, updated_at_field: field } = planned;
  const goesOn = `Searches and writes by "${name}" go on meanwhile.`;
  const seconds =
    "a document that is written in the last moment before the alias moves is missing for the seconds until it is carried over, and may return if it is deleted in them";
  if (field === null)
    return [
      goesOn,
      way === "copy"
        ? "Without updated_at_field, edits and deletions of documents during the copy are not seen: edits are lost, and deleted documents may return."
        : "",
      `No client can prevent this: ${seconds}.`,
    ];
  return [
    goesOn,
    `The update finds by ${field} what was written, so every write must set it to the current time.`,
    `No client can prevent this: ${seconds}; of two writes of one document with the same ${field}, one before and one after the move, either may win.`,
  ];
}

function formerSentence(from: string, { planned, seen, decision }: PlanFacts): string {
  if (decision.drops.includes(from)) return "";
  return `Version "${from}" stays for the way back, with ${holdingOf(seen, from)}: ${retainText(planned)}.`;
}

function timeOf(documents: number | null): string {
  if (documents === null) return "";
  return `, which takes ${copyTime(documents)} at ${COPY_RATE.slow} to ${COPY_RATE.fast} documents a second`;
}

function paragraphs(...parts: readonly (readonly string[])[]): string {
  return parts
    .map((sentences) => sentences.filter((one) => one !== "").join(" "))
    .filter((one) => one !== "")
    .join("\n\n");
}
