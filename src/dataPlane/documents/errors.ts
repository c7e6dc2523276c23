import type { Line } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";

/** An import that ended early, with a message for the person at the terminal. Imported documents stay. */
export class ImportFailedError extends Error {
  override readonly name = "ImportFailedError";

  constructor(
    readonly summary: string,
    readonly detail: string,
    /** True if lines were sent and it is unknown if they were imported. */
    readonly hasOpen: boolean,
    cause?: unknown,
  ) {
    super(summary, { cause });
  }
}

/** An export without all documents, or for which that is unknown. */
export class ExportIncompleteError extends Error {
  override readonly name = "ExportIncompleteError";
  readonly summary: string;
  readonly detail: string;

  /**
   * @param from as in `collection "catalog" of cluster c-1`
   * @param problem in one or more sentences
   * @param reachedEnd true if the answer came to its end, each line of it a document
   */
  constructor(
    from: string,
    problem: string,
    readonly reachedEnd: boolean,
    cause?: unknown,
  ) {
    const summary = `The export of ${from} is not complete`;
    super(summary, { cause });
    this.summary = summary;
    this.detail = `${problem} Run the export again. If it fails again, check that the address is that of a node, that the nodes are healthy, and what proxies stand in front of them.`;
  }
}

/** The progress of an import. */
export interface ImportProgress {
  /** Documents that were imported. */
  readonly imported: number;
  /** Those that already existed unchanged (under `create`). */
  readonly existing: number;
  /** Documents that the server rejected. */
  readonly failed: number;
}

/** The state of an import that has ended early. */
interface ImportState extends ImportProgress {
  /** As in `collection "catalog" of cluster c-1`. */
  readonly into: string;
  readonly action: ImportAction;
  /** Lines that were sent and for which it is unknown if they were imported. */
  readonly open: readonly Line[];
  /** Documents without an id among all that were sent. */
  readonly withoutId: number;
  /** Number of the last line that was answered; 0: none was. */
  readonly answeredTo: number;
}

export function brokenOffError(state: ImportState, cause: unknown): ImportFailedError {
  return new ImportFailedError(
    `The import into ${state.into} failed`,
    `${soFar(state)} Then: ${wordsOf(cause)} ${wayOn(state)}`,
    state.open.length > 0,
    cause,
  );
}

/** The run was stopped. */
export function interruptedImportError(state: ImportState): ImportFailedError {
  return new ImportFailedError(
    `The import into ${state.into} was interrupted`,
    `${soFar(state)} ${wayOn(state)}`,
    state.open.length > 0,
  );
}

/** It is unknown which of these lines were imported, and sending them again would duplicate those without an id. */
export function duplicatesError(state: ImportState, cause: unknown): ImportFailedError {
  return new ImportFailedError(
    `The import into ${state.into} failed, and some documents have no id`,
    `${soFar(state)} The answers for ${linesIn(state.open)} never arrived. They were not sent again, because those without an "id" would ` +
      `then be stored twice. ${wayOn(state)} What happened: ${wordsOf(cause)}`,
    state.open.length > 0,
    cause,
  );
}

/** @param answered the unexpected answer */
export function unexpectedFormError(state: ImportState, answered: string): ImportFailedError {
  return new ImportFailedError(
    `The answer to an import into ${state.into} does not have the expected form`,
    `${soFar(state)} The server answered ${answered}. ${wayOn(state)} Check that the address is that of a node.`,
    state.open.length > 0,
  );
}

function soFar({ imported, failed, open }: ImportState): string {
  const known = open.length === 0 ? "" : "known to be ";
  const rejected = failed === 0 ? "" : `, ${failed} ${failed === 1 ? "was" : "were"} rejected`;
  const were = open.length === 0 ? (imported === 1 ? "was" : "were") : imported === 1 ? "is" : "are";
  return `${imported} ${imported === 1 ? "document" : "documents"} ${were} ${known}imported${rejected}; imported documents stay.`;
}

/** Explains if the same import may run again, and how to continue if it would duplicate documents. */
function wayOn({ action, open, withoutId, answeredTo }: ImportState): string {
  const unknown =
    open.length === 0
      ? ""
      : `It is unknown whether ${linesIn(open)} ${open.length === 1 ? "was" : "were"} imported. `;
  if (action === "update") return `${unknown}You can run the same import again: it creates no documents.`;
  if (withoutId === 0) {
    const again = action === "create" ? "; those already stored unchanged count as imported" : "";
    return `${unknown}You can run the same import again: every document that was sent has an "id", so none is stored twice${again}.`;
  }
  const rest =
    answeredTo === 0
      ? ""
      : `import only what follows line ${answeredTo} (of a file: tail -n +${answeredTo + 1})${open.length > 0 ? ", once you know which of the uncertain lines were imported" : ""}, or `;
  const find =
    open.length === 0
      ? ""
      : "To find out, compare the number of documents in the collection with what it was before, or search for some of them. ";
  return (
    `${unknown}Of the documents that were sent, ${withoutId} ${withoutId === 1 ? "has" : "have"} no "id": running the same import again stores ` +
    `twice those that were imported. ${find}To continue without duplicates, ${rest}give every document an "id", or empty the collection, before you import all of them again.`
  );
}

function linesIn(lines: readonly Line[]): string {
  const [from, to] = [lines[0]?.number, lines.at(-1)?.number];
  return from === to ? `line ${from}` : `lines ${from} to ${to}`;
}

/** Returns the message of an error, with its detail if it has one. */
function wordsOf(error: unknown): string {
  const { summary, detail = "" } = error as Partial<ImportFailedError>;
  const words = error instanceof Error ? error.message : String(error);
  return (summary === undefined ? words : `${summary}. ${detail}`.trim()).replace(/[^.]$/, "$&.");
}
