import { countIfKnown } from "../../model/words";
import { isCarriedBack, type Way } from "./decide";
import { describeLive, liveDisplayName, versionNamed } from "./model";
import { documentsOf, holdingOf, type PlanFacts, type PlanMessage, retainText } from "./planFacts";

/** Describes the end of an update that was interrupted after its alias had moved. */
export function settled(
  { from, to }: Extract<Way, { kind: "settle" }>,
  { prior, seen }: PlanFacts,
): PlanMessage {
  const isThere = versionNamed(seen, from) !== undefined;
  return {
    summary: `${liveDisplayName(prior)} has an unfinished update, which will be completed`,
    detail: isThere
      ? `An interrupted apply moved the alias from version "${from}" to "${to}". The last writes to "${from}" are carried over; nothing newer is overwritten.`
      : `An interrupted apply moved the alias from version "${from}" to "${to}". Version "${from}" no longer exists, so its last writes cannot be carried over. Only the mark of "${to}" is written.`,
  };
}

const KEEP =
  " To keep the alias where it is, remove the live collection from the configuration and from the state instead (removed block).";

/** Describes what becomes of an alias that somebody has moved or deleted. */
export function reattached({ from, to }: Extract<Way, { kind: "reattach" }>, facts: PlanFacts): PlanMessage {
  const { prior, planned, seen } = facts;
  const { target, foreign } = seen;
  const live = versionNamed(seen, to);
  const isCarried = live !== undefined && isCarriedBack(live, versionNamed(seen, from), planned);
  const leadsOn = target !== null && (from !== null || foreign !== null);
  const now =
    target === null
      ? "The alias was deleted outside of Terraform, so searches and writes by it fail."
      : !leadsOn
        ? `The alias was pointed at "${target}" outside of Terraform. No such collection exists, so searches and writes by it fail.`
        : `The alias was pointed at collection "${target}" outside of Terraform, so searches and writes by it reach that collection, which has ${foreign ? countIfKnown(foreign.num_documents) : holdingOf(seen, target)}.`;
  const stay = !leadsOn
    ? `Version "${to}" has ${holdingOf(seen, to)}.`
    : isCarried
      ? `Documents written to "${target}" since it stopped being live are carried over to "${to}"; nothing newer is overwritten.`
      : `Documents written to "${target}" meanwhile stay there, and are not carried over to "${to}", which has ${holdingOf(seen, to)}. If they matter, import them by the alias after the apply.`;
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
        `It will be empty. Version "${gone}", the live one, was deleted outside of Terraform, and no retained version has both the planned schema and the documents that it was retained with. ` +
        `The apply creates a new, empty version, and points the alias at it. Import the documents again afterwards.${restOf(seen)}`,
    };
  const isTarget = seen.target === to;
  const mark = versionNamed(seen, to)?.mark;
  const isPartial = mark?.step === "copy";
  const which = isPartial
    ? `An interrupted update was copying its documents to version "${to}"`
    : isTarget
      ? `The alias leads to version "${to}"`
      : `The newest retained version with the planned schema is "${to}"`;
  const lost = isPartial
    ? "Documents that were not copied are lost."
    : `Documents written to "${gone}" since "${to}" was live are lost.`;
  return {
    summary: `Version "${to}" takes the place of the live version of ${describeLive(prior)}`,
    detail: `Version "${gone}", the live one, was deleted outside of Terraform. ${which}, with ${holdingOf(seen, to)}. ${lost}`,
  };
}

function restOf({ versions }: PlanFacts["seen"]): string {
  const [last] = versions.filter(({ mark }) => mark === null || mark.step === "done");
  if (last === undefined) return "";
  const { name, num_documents: documents } = last.record;
  return ` Version "${name}" still exists, with ${countIfKnown(documents)}: to use it, change the configuration to its schema before you apply.`;
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
    summary: `Version "${name}" of ${describeLive(prior)} is deleted with ${countIfKnown(documents)}`,
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
      `It is live now, and ${retainText(planned)}. The apply deletes it at the end: after the alias has moved, and its last writes are carried over. Then there is ` +
      "no way back without a full copy."
    );
  if (mark && mark.step !== "done" && mark.from !== null && versionNamed(seen, mark.from) === undefined)
    return (
      `An interrupted update was filling it from version "${mark.from}", which is gone: its documents may be nowhere else. It counts as a retained version, and ` +
      `${retainText(planned)}. To keep it, increase retain.`
    );
  if (mark && mark.step !== "done" && name !== prior.collection_name)
    return "An interrupted update left it unfinished, and it is of no use now: the planned schema is another one, or it was filled from another version. The live version has its documents.";
  return `It was live before, and ${retainText(planned)}. Documents that are only in it cannot be restored. To keep it, increase retain.`;
}
