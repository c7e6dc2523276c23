import type { Way } from "./decide";
import { describeLive, liveDisplayName, versionNamed } from "./model";
import { documentsOf, heldBy, holdingOf, type PlanFacts, type PlanMessage, retainText } from "./planFacts";

/** Describes the end of an update that was interrupted after its alias had moved. */
export function settled(
  { from, to }: Extract<Way, { kind: "settle" }>,
  { prior, seen }: PlanFacts,
): PlanMessage {
  const isThere = versionNamed(seen, from) !== undefined;
  return {
    summary: `${liveDisplayName(prior)} has an unfinished update, which is completed`,
    detail: isThere
      ? `An interrupted apply has moved the alias from version "${from}" to "${to}". What was written to "${from}" in the last moment before is carried over; nothing newer is overwritten.`
      : `An interrupted apply has moved the alias from version "${from}" to "${to}". Version "${from}" is gone since, so what was written to it in the last moment before cannot be carried over. Only the mark of "${to}" is written.`,
  };
}

const KEEP =
  " To keep the alias where it is, remove the live collection from the configuration and from the state instead (removed block).";

/** Describes what becomes of an alias that somebody has moved or deleted. */
export function reattached({ from, to }: Extract<Way, { kind: "reattach" }>, facts: PlanFacts): PlanMessage {
  const { prior, planned, seen } = facts;
  const { target, foreign } = seen;
  const mark = versionNamed(seen, to)?.mark;
  const isCarried =
    from !== null &&
    mark?.step === "done" &&
    mark.retired[from] !== undefined &&
    planned.updated_at_field !== null;
  const leadsOn = target !== null && (from !== null || foreign !== null);
  const now =
    target === null
      ? "Somebody has deleted the alias, so searches and writes by it fail."
      : !leadsOn
        ? `Somebody has pointed the alias at "${target}", which does not exist, so searches and writes by it fail.`
        : `Somebody has pointed the alias at collection "${target}", which has ${foreign ? heldBy(foreign.num_documents) : holdingOf(seen, target)}. Searches and writes by the alias go there.`;
  const stay = !leadsOn
    ? `Version "${to}" has ${holdingOf(seen, to)}.`
    : isCarried
      ? `What was written to "${target}" since it stopped being live is carried over to "${to}"; nothing newer is overwritten.`
      : `What was written to "${target}" meanwhile stays there, and is not carried over to "${to}", which has ${holdingOf(seen, to)}: if it matters, import it by the alias after the apply.`;
  return {
    summary: `The alias of ${describeLive(prior)} is ${target === null ? "created again" : `moved back to version "${to}"`}`,
    detail: `${now} ${stay}${leadsOn ? KEEP : ""}`,
  };
}

/** Describes what takes the place of a live version that somebody has deleted. */
export function succeeded(
  { to }: Extract<Way, { kind: "succeed" }>,
  { prior, seen }: PlanFacts,
): PlanMessage {
  const gone = prior.collection_name;
  if (to === null)
    return {
      summary: `${liveDisplayName(prior)} will be empty: its documents are gone`,
      detail:
        `It will be empty. Somebody has deleted version "${gone}", the live one, and no retained version has the planned schema and the documents that it was retained with. ` +
        `The apply creates a new, empty version, and the alias leads to it. Import the documents again afterwards.${restOf(seen)}`,
    };
  const isTarget = seen.target === to;
  return {
    summary: `Version "${to}" takes the place of the live version of ${describeLive(prior)}`,
    detail:
      `Somebody has deleted version "${gone}", the live one. ${isTarget ? `The alias leads to version "${to}"` : `The newest retained version with the planned schema is "${to}"`}, with ${holdingOf(seen, to)}. ` +
      `What was written to "${gone}" since "${to}" was live is lost.`,
  };
}

function restOf({ versions }: PlanFacts["seen"]): string {
  const [last] = versions.filter(({ mark }) => mark === null || mark.step === "done");
  if (last === undefined) return "";
  const { name, num_documents: documents } = last.record;
  return ` Version "${name}" still exists, with ${heldBy(documents)}: to use it instead, change the configuration to its schema before you apply.`;
}

/** Describes the deletion of a version. */
export function dropped(name: string, facts: PlanFacts): PlanMessage {
  const { prior, seen } = facts;
  const documents = documentsOf(seen, name);
  const uncounted =
    documents === null
      ? " The server does not report their number, so the apply deletes it only if it is empty."
      : "";
  return {
    summary: `Version "${name}" of ${describeLive(prior)} is deleted with ${heldBy(documents)}`,
    detail: `${whyDropped(name, facts)}${uncounted}`,
  };
}

function whyDropped(name: string, { prior, planned, seen, decision }: PlanFacts): string {
  const mark = versionNamed(seen, name)?.mark;
  const isLive = decision.ways.some(
    (way) => (way.kind === "copy" || way.kind === "back") && way.from === name,
  );
  if (isLive)
    return (
      `It is live now, and ${retainText(planned)}. The apply deletes it at the end: after the alias has moved, and its last documents are carried over. There is no way ` +
      "back without a full copy then."
    );
  if (mark && mark.step !== "done" && name !== prior.collection_name)
    return "An interrupted update has left it unfinished, and the planned schema is another one, or it was filled from another version. The live version has its documents.";
  return `It was live before, and ${retainText(planned)}. Documents that are only in it cannot be restored. To keep it, increase retain.`;
}
