import type { Line } from "../../api/dataPlane/jsonLines";

/** An import that ended before its end, in words for the person at the terminal. What is in stays in. */
export class ImportFailed extends Error {
  override readonly name = "ImportFailed";

  constructor(
    readonly summary: string,
    readonly detail: string,
    cause?: unknown,
  ) {
    super(summary, { cause });
  }
}

/** What an import has come to so far. */
export interface ImportProgress {
  /** Documents that are in. */
  readonly imported: number;
  /** Documents that the server refused. */
  readonly failed: number;
}

/** @param into as in `collection "catalog" of cluster c-1` */
export function brokenOff(into: string, progress: ImportProgress, cause: unknown): ImportFailed {
  return new ImportFailed(
    `The import into ${into} broke off`,
    `${soFar(progress)} Then: ${wordsOf(cause)}`,
    cause,
  );
}

/** Nobody can tell which of these lines are in, and those without an id would be in twice if they were sent again. */
export function mayDouble(
  into: string,
  progress: ImportProgress,
  lost: readonly Line[],
  cause: unknown,
): ImportFailed {
  const [from, to] = [lost[0]?.number, lost.at(-1)?.number];
  return new ImportFailed(
    `The import into ${into} broke off, and some documents have no id`,
    `${soFar(progress)} The answers for lines ${from} to ${to} never arrived, so that nobody can tell which of these ${lost.length} documents ` +
      'are in. They were not sent again, because those without an "id" would then be in twice; another import of the same documents doubles them, ' +
      `too. Give every document an "id", or empty the collection, before you import again. What happened: ${wordsOf(cause)}`,
    cause,
  );
}

/**
 * @param answered what came instead
 * @param unknown the lines that were sent and have no answer
 * @param doubles whether another import may bring some of these in twice
 */
export function wrongForm(
  into: string,
  progress: ImportProgress,
  answered: string,
  unknown: readonly Line[],
  doubles: boolean,
): ImportFailed {
  const [from, to] = [unknown[0]?.number, unknown.at(-1)?.number];
  const open =
    from === undefined
      ? ""
      : ` Nobody can tell whether ${from === to ? `line ${from} is` : `lines ${from} to ${to} are`} in.` +
        (doubles
          ? ' Documents without an "id" that are would be in twice after another import: give every document an "id", or empty the collection, before ' +
            "you import again."
          : "");
  return new ImportFailed(
    `The answer to an import into ${into} is not of the expected form`,
    `${soFar(progress, from === undefined ? "" : "known to be ")} The server answered ${answered}.${open} Check that the address is that of a node.`,
  );
}

function soFar({ imported, failed }: ImportProgress, known = ""): string {
  const refused = failed === 0 ? "" : `, ${failed} ${failed === 1 ? "was" : "were"} refused`;
  return `${imported} ${imported === 1 ? "document is" : "documents are"} ${known}in${refused}; what is in stays.`;
}

/** The words of an error, which may have some for the person at the terminal. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { summary, detail } = error as Partial<ImportFailed>;
  return summary === undefined ? error.message : `${summary}. ${detail ?? ""}`.trim();
}
