import { createHash } from "node:crypto";
import { isUnknown, type Plannable, UNKNOWN, type Unknown } from "../../../framework";
import { countOf } from "../../model/words";
import { childId } from "../../shared/dataPlane";
import { isCreatedHere } from "../../shared/thisRun";

import {
  fileProblem,
  hashOf,
  problemsOf,
  readFile,
  type Scan,
  scanned,
  scannedText,
  unreadableFileProblem,
} from "./scan";
import type { DocumentsPlanning, DocumentsPrivateState, DocumentsValues } from "./schema";
import {
  describeDestination,
  describeSource,
  doublesWarning,
  hashOfFrom,
  type Source,
  sourceOf,
} from "./source";

/** Hashes what is to be imported, refuses what cannot be, and says what an edit imports again. Sends nothing. */
export async function planDocuments(planning: DocumentsPlanning): Promise<void> {
  const { action, prior, planned } = planning;
  if (action === "delete" && prior) warnThatDocumentsStay(planning, prior);
  if (!planned) return;
  const source = sourceOf(planned);
  // Validation refuses it.
  if (source === undefined) return;
  // Nobody else fills it in.
  if (prior === null && isUnknown(planned.triggers) && planning.config?.triggers === null)
    planning.set("triggers", null);
  const again = prior !== null && isCreatedAnew(planning, prior, planned);
  if (again) planning.setPrivateState({ ...planning.privateState, again });
  // What is sent again although it is the same is read again, too.
  const isOther = planning.privateState?.other !== undefined;
  const isSentAgain = again || isOther || planning.changed.includes("triggers");
  const looked = await scanSource(planning, source, isSentAgain ? null : (prior?.content_hash ?? null));
  if (looked === undefined) return;
  planning.set("content_hash", looked.hash);
  const isAgain =
    prior !== null &&
    isImportDue(prior, { ...planned, content_hash: looked.hash }, planning.changed, again || isOther);
  // The same documents from another place are the same: the path is another one in each checkout.
  if (prior?.file && !isAgain && typeof planned.file === "string") planning.set("file", prior.file);
  if (isAgain) warnOfReimport(planning, planned, source, looked, again);
  if (prior === null || isAgain) warnOfDoubles(planning, planned, source, looked.scan, isAgain);
}

/** Says what another import of documents without an id does, before the first one. */
function warnOfDoubles(
  planning: Pick<DocumentsPlanning, "warn">,
  planned: Plannable<Pick<DocumentsValues, "action"> & Parameters<typeof describeDestination>[0]>,
  source: Source | Unknown,
  scan: Scan | undefined,
  isAgain: boolean,
): void {
  if (isUnknown(source) || scan === undefined || scan.withoutId === 0 || planned.action === "update") return;
  const { summary, detail } = doublesWarning(describeDestination(planned), source, scan);
  const again = isAgain ? " Those from an earlier import into this collection will be in it twice." : "";
  planning.warn(summary, `${detail}${again}`);
}

/** Whether the documents are imported again. @param again whether the collection is created anew */
export function isImportDue(
  prior: DocumentsValues,
  planned: Plannable<Pick<DocumentsValues, "content_hash">>,
  changed: readonly string[],
  again: boolean | undefined,
): boolean {
  return again === true || planned.content_hash !== prior.content_hash || changed.includes("triggers");
}

/** Whether documents that were imported are to be imported again for what is known of their collection. */
export function isReimportPending(stored: DocumentsPrivateState | undefined): boolean {
  return stored?.again === true || stored?.other !== undefined;
}

/** Whether the apply of this plan creates the collection anew, or an earlier one has and came no further. */
function isCreatedAnew(
  { service, privateState }: Pick<DocumentsPlanning, "service" | "privateState">,
  prior: DocumentsValues,
  { collection, cluster_id, node_urls }: Plannable<DocumentsValues>,
): boolean {
  if (privateState?.again) return true;
  if (isUnknown(collection) || isUnknown(cluster_id) || isUnknown(node_urls)) return false;
  const { into } = privateState ?? {};
  const names = new Set([collection, prior.collection === collection ? into?.name : undefined]);
  const ids = [...names].map((name) => name && childId({ cluster_id, node_urls, api_key: null }, name));
  return ids.some((id) => id !== undefined && isCreatedHere(service, id, into?.made));
}

/** The hash of what is to be imported; of a file or a text that is new, how much it is. */
interface ScannedSource {
  readonly hash: string | Unknown;
  readonly scan?: Scan;
}

/** Undefined: it cannot be imported, and the plan says why. */
async function scanSource(
  planning: DocumentsPlanning,
  source: Source | Unknown,
  before: string | null,
): Promise<ScannedSource | undefined> {
  if (isUnknown(source)) return { hash: UNKNOWN };
  if (source.kind === "from") return { hash: hashOfFrom(source.from) };
  if (source.kind === "content") {
    const hash = createHash("sha256").update(source.text).digest("hex");
    return hash === before ? { hash } : { hash, scan: scannedText(source.text) };
  }
  const { path } = source;
  // Before it destroys, Terraform plans as usual.
  const hint = planning.prior ? ` ${DESTROY_HINT}` : "";
  const refuse = (problem: string) =>
    planning.error("Invalid value for file", `The value of file ${problem}. Nothing was sent.${hint}`, [
      "file",
    ]);
  const problem = fileProblem(path);
  if (problem !== undefined) return refuse(problem) as undefined;
  try {
    // The lines of a file that is in state have been looked at: to hash it takes a third of the time.
    const hash = before === null ? null : await hashOf(readFile(path));
    if (hash !== null && hash === before) return { hash };
    const scan = await scanned(readFile(path));
    const wrong = problemsOf(scan);
    if (wrong === undefined) return { hash: scan.hash, scan };
    refuse(`names ${path}, which ${wrong}`);
  } catch (error) {
    refuse(unreadableFileProblem(path, error));
  }
  return undefined;
}

const DESTROY_HINT = "A destroy needs no file with -refresh=false.";

function warnOfReimport(
  { warn, prior, privateState }: DocumentsPlanning,
  planned: Plannable<DocumentsValues>,
  source: Source | Unknown,
  { hash, scan }: ScannedSource,
  again: boolean,
): void {
  const into = describeDestination(planned);
  if (isUnknown(source)) {
    warn(
      `Documents may be imported again into ${into}`,
      "Where they come from is known only after apply. They are imported if it is something else than last time.",
    );
    return;
  }
  const much = describeAmount(prior, scan);
  const action = isUnknown(planned.action) ? "an action that is not known yet" : (planned.action ?? "upsert");
  const why = again
    ? "the collection is created anew"
    : hash !== prior?.content_hash
      ? "it is not what was imported last"
      : privateState?.other
        ? "the collection is not the one that they went into"
        : "its triggers have changed";
  warn(
    `${describeSource(source, "capital")} will be imported again into ${into}`,
    `All of it${much} is sent by ${action}, because ${why}. Documents that are in the collection and not in it stay as they are.`,
  );
}

/** How much is sent; the same documents as before are as many. */
function describeAmount(prior: DocumentsValues | null, scan: Scan | undefined): string {
  if (scan) return ` (${countOf(scan.documents)}, ${scan.bytes} bytes)`;
  const count = prior?.num_imported ?? null;
  return count === null || prior?.from ? "" : ` (${countOf(count)})`;
}

/**
 * What nobody may take for a deletion. Terraform plans deletes in the order in which it carries them out: whether the collection goes,
 * too, is planned later, so the words hold for both. Plan and apply say it in the same words, so that a run that does both shows it once;
 * apply has to, as Terraform does not plan the delete of a `-replace`.
 */
export function warnThatDocumentsStay(
  { warn }: Pick<DocumentsPlanning, "warn">,
  state: DocumentsValues,
): void {
  const { num_imported: count } = state;
  const imported = count === null ? "The documents" : `The ${countOf(count)}`;
  warn(
    `No document is deleted from ${describeDestination(state)} unless the collection is`,
    `${imported} that searchcloud_documents imported are not deleted with it. They are there for as long as the collection is.`,
  );
}
