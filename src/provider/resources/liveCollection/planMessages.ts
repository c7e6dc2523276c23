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
      : [`An interrupted apply left it with ${holdingOf(seen, resumes)}. This one resumes the copy.`];
  const copies =
    documents === 0
      ? `Version "${from}" has no documents now, so there is little to copy.`
      : `The apply copies the documents of version "${from}" to ${target}${timeOf(documents)}.`;
  return {
    summary:
      resumes === null
        ? `${what} gets a new version: ${documents === 0 ? "there are no documents to copy" : `${holds} will be copied`}`
        : `${what} resumes the copy to its unfinished version "${resumes}": ${holds} in all`,
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
  const holds = `Version "${to}" has the planned schema. It has ${holdingOf(seen, to)}; the live version, "${from}", has ${holdingOf(seen, from)}.`;
  const isTimed = planned.updated_at_field !== null;
  const how =
    since === undefined
      ? `It is not known when it stopped being live, so all documents are copied to it again${timeOf(documentsOf(seen, from))}. Documents that only "${to}" has are deleted there.`
      : isTimed
        ? `All changes since it stopped being live (${momentOf(since)}) are carried over to it; there is no full copy.`
        : `It stopped being live at ${momentOf(since)}. Without updated_at_field, the apply compares only ids: it adds the documents that are missing, and deletes those that are gone. Documents that were edited since then get their former content back.`;
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
      `Retained version "${name}" has the planned schema, but it is not used: its documents have changed since it stopped being live, so somebody has written to it.`,
  );
}

/** Warns that a second version hardly fits. */
function tight({ prior, memory }: PlanFacts): PlanMessage[] {
  if (!memory?.isTight) return [];
  return [
    {
      summary: `A second version of ${describeLive(prior)} will hardly fit into memory`,
      detail:
        `It needs ${neededSize(memory)}, and the node with the least memory has ${memorySize(memory.free)} left. A server that runs out of memory ` +
        "stops answering, or rejects writes. Resize the cluster first, or lower retain to delete a retained version. The estimate assumes that all documents on the " +
        "cluster have the same size.",
    },
  ];
}

const BOTH_IN_MEMORY = "Both versions are in memory until the former one is deleted.";

function memorySentence({ prior, memory, seen, decision }: PlanFacts): string {
  if (decision.ways.some((way) => way.kind === "copy" && documentsOf(seen, way.from) === 0))
    return BOTH_IN_MEMORY;
  if (memory === null)
    return `${BOTH_IN_MEMORY} ${
      prior.cluster_id === null
        ? "Check that there is enough: the provider cannot read the metrics of node_urls."
        : "Check that there is enough: the metrics of the cluster could not be read (capability metrics:read)."
    }`;
  return (
    `${BOTH_IN_MEMORY} The new one needs ${neededSize(memory)}, and the node with the ` +
    `least memory has ${memorySize(memory.free)} left.`
  );
}

function reason({ prior, planned, another, decision }: PlanFacts): string {
  const isSorting = another.join() === "field" && prior.default_sorting_field !== null;
  if (isSorting)
    return `Servers cannot drop the default sorting field "${prior.default_sorting_field}" and add it again in place.`;
  if (another.join() === "field")
    return "The server rejected an earlier edit after it had carried out a part of it, and an edit in place cannot repair that.";
  if (another.length > 0) return `Servers cannot change ${another.join(", ")} in place.`;
  return planned.strategy === "copy" && decision.ways.length > 0
    ? 'With strategy = "copy", every edit of fields makes a new version.'
    : "";
}

function comparison({ planned }: PlanFacts): string {
  const queries = planned.query.length;
  const answers =
    queries === 0
      ? "the ids of both versions (there is no query block, so no answers)"
      : `the ids of both versions and their answers to ${queries === 1 ? "1 query" : `${queries} queries`}`;
  return `Then it compares ${answers}, and moves the alias. If they differ, the alias stays where it is.`;
}

function meanwhile({ planned }: PlanFacts, way: "copy" | "back"): string[] {
  const { name, updated_at_field: field } = planned;
  const goesOn = `Searches and writes by "${name}" go on meanwhile.`;
  const seconds =
    "a document that is written in the last moment before the alias moves is missing for a few seconds, until it is carried over. If it is deleted in these seconds, it may return.";
  if (field === null)
    return [
      goesOn,
      way === "copy"
        ? "Without updated_at_field, the apply does not see edits and deletions of documents during the copy: edits are lost, and deleted documents may return."
        : "",
      `No client can avoid this: ${seconds}`,
    ];
  return [
    goesOn,
    `The apply finds these writes by ${field}, so every write must set it to the current time.`,
    `No client can avoid this: ${seconds} If a document is written before and after the move with the same ${field}, either write may win.`,
  ];
}

function formerSentence(from: string, { planned, seen, decision }: PlanFacts): string {
  if (decision.drops.includes(from)) return "";
  return `Version "${from}" stays for the way back, with ${holdingOf(seen, from)} (${retainText(planned)}).`;
}

function timeOf(documents: number | null): string {
  if (documents === null) return "";
  return ` (${copyTime(documents)}, at ${COPY_RATE.slow} to ${COPY_RATE.fast} documents a second)`;
}

function paragraphs(...parts: readonly (readonly string[])[]): string {
  return parts
    .map((sentences) => sentences.filter((one) => one !== "").join(" "))
    .filter((one) => one !== "")
    .join("\n\n");
}
