import { createHash } from "node:crypto";
import { isUnknown, type Plannable, UNKNOWN, type Unknown } from "../../../framework";
import { capitalized, countOf } from "../../model/words";
import { warnOfVersionName } from "../../shared/collection/versionNames";
import { childId } from "../../shared/dataPlane";
import {
  fileProblem,
  hashOf,
  problemsOf,
  readFile,
  type Scan,
  scanned,
  scannedText,
  unreadableFileProblem,
} from "../../shared/documents/scan";
import {
  describeDestination,
  describeSource,
  doublesWarning,
  hashOfFrom,
  type Source,
  sourceOf,
} from "../../shared/documents/source";
import { isCreatedHere } from "../../shared/thisRun";
import { planRename } from "./rename";
import type { DocumentsPlanning, DocumentsPrivateState, DocumentsValues } from "./schema";

/** Hashes the documents, rejects those that cannot be imported, and warns if an edit imports them again. Sends nothing. */
export async function planDocuments(planning: DocumentsPlanning): Promise<void> {
  const { action, prior, planned } = planning;
  if (action === "delete" && prior) warnThatDocumentsStay(planning, prior);
  if (!planned) return;
  if (planning.changed.includes("collection"))
    warnOfVersionName(
      planning,
      capitalized(describeDestination(planned)),
      planned,
      [planned.collection],
      ["collection"],
    );
  await planRename(planning);
  const source = sourceOf(planned);
  // Validation rejects it.
  if (source === undefined) return;
  // Nothing else sets it.
  if (prior === null && isUnknown(planned.triggers) && planning.config?.triggers === null)
    planning.set("triggers", null);
  const again = prior !== null && isCreatedAnew(planning, prior, planned);
  if (again) planning.setPrivateState({ ...planning.privateState, again });
  // Documents that are sent again unchanged are scanned again too.
  const isOther = planning.privateState?.other !== undefined;
  const isSentAgain = again || isOther || planning.changed.includes("triggers");
  const looked = await scanSource(planning, source, isSentAgain ? null : (prior?.content_hash ?? null));
  if (looked === undefined) return;
  planning.set("content_hash", looked.hash);
  const isAgain =
    prior !== null &&
    isImportDue(prior, { ...planned, content_hash: looked.hash }, planning.changed, again || isOther);
  // The same documents at another path are no edit: the path differs in each checkout.
  if (prior?.file && !isAgain && typeof planned.file === "string") planning.set("file", prior.file);
  if (isAgain) warnOfReimport(planning, planned, source, looked, again);
  if (prior === null || isAgain) warnOfDoubles(planning, planned, source, looked.scan, isAgain);
}

/** Warns before the first import that another import duplicates documents without an id. */
function warnOfDoubles(
  planning: Pick<DocumentsPlanning, "warn">,
  planned: Plannable<Pick<DocumentsValues, "action"> & Parameters<typeof describeDestination>[0]>,
  source: Source | Unknown,
  scan: Scan | undefined,
  isAgain: boolean,
): void {
  if (isUnknown(source) || scan === undefined || scan.withoutId === 0 || planned.action === "update") return;
  const { summary, detail } = doublesWarning(describeDestination(planned), source, scan);
  const again = isAgain ? " Documents from an earlier import into this collection will be duplicated." : "";
  planning.warn(summary, `${detail}${again}`);
}

/** True if the documents are imported again. @param again true if the collection is created again */
export function isImportDue(
  prior: DocumentsValues,
  planned: Plannable<Pick<DocumentsValues, "content_hash">>,
  changed: readonly string[],
  again: boolean | undefined,
): boolean {
  return again === true || planned.content_hash !== prior.content_hash || changed.includes("triggers");
}

/** True if imported documents are to be imported again because their collection is not the same. */
export function isReimportPending(stored: DocumentsPrivateState | undefined): boolean {
  return stored?.again === true || stored?.other !== undefined;
}

/** True if the apply of this plan creates the collection again, or an earlier apply did and was interrupted. */
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

/** The hash of the documents; for a new file or string, also the result of its scan. */
interface ScannedSource {
  readonly hash: string | Unknown;
  readonly scan?: Scan;
}

/** Hashes and scans the source; undefined: it cannot be imported, and the plan has an error. */
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
  // Terraform plans before a destroy too, and a destroy needs no file.
  const hint = planning.prior ? ` ${DESTROY_HINT}` : "";
  const refuse = (problem: string) =>
    planning.error("Invalid value for file", `The value of file ${problem}. Nothing was sent.${hint}`, [
      "file",
    ]);
  const problem = fileProblem(path);
  if (problem !== undefined) return refuse(problem) as undefined;
  try {
    // A file that is in the state was scanned before: hashing alone takes a third of the time.
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
      "Their source is known only after apply. They are imported if it differs from the last import.",
    );
    return;
  }
  const much = describeAmount(prior, scan);
  const action = isUnknown(planned.action) ? "an action that is not known yet" : (planned.action ?? "upsert");
  const why = again
    ? "the collection is created again"
    : hash !== prior?.content_hash
      ? "it differs from the last import"
      : privateState?.other
        ? "the collection is not the one with the imported documents"
        : "its triggers have changed";
  warn(
    `${describeSource(source, "capital")} will be imported again into ${into}`,
    `All documents${much} are sent by ${action}, because ${why}. Documents that only the collection has are not changed.`,
  );
}

/** Describes the amount that is sent. Unchanged documents are as many as in the last import. */
function describeAmount(prior: DocumentsValues | null, scan: Scan | undefined): string {
  if (scan) return ` (${countOf(scan.documents)}, ${scan.bytes} bytes)`;
  const count = prior?.num_imported ?? null;
  return count === null || prior?.from ? "" : ` (${countOf(count)})`;
}

/**
 * Warns that a delete of the resource deletes no documents. Terraform plans the delete of the collection later, so the message holds with
 * and without it. Plan and apply use the same message, so that a run shows it once. The apply repeats it because Terraform does not plan
 * the delete of a `-replace`.
 */
export function warnThatDocumentsStay(
  { warn }: Pick<DocumentsPlanning, "warn">,
  state: DocumentsValues,
): void {
  const { num_imported: count } = state;
  const imported = count === null ? "The documents" : `The ${countOf(count)}`;
  warn(
    `searchcloud_documents deletes no documents from ${describeDestination(state)}`,
    `${imported} that it imported stay there. They are deleted only with their collection or live collection: if this run deletes that too, a warning of ` +
      "its own counts the documents.",
  );
}
