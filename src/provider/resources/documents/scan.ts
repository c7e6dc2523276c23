import { createHash } from "node:crypto";
import { accessSync, constants, createReadStream, existsSync, statSync } from "node:fs";
import { documentIn, hasId, LineTooLongError, lineSplitter } from "../../../api/dataPlane/jsonLines";

/** What there is to import, and what is wrong with it. */
export interface Scan {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: number;
  /** Lines that are not blank. */
  readonly documents: number;
  /** Documents without an id: each import brings them in once more. */
  readonly withoutId: number;
  /** The first lines that are no documents, as "line 3 is not JSON", and how many there are in all. */
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** Whether it begins as one JSON list of all documents would. */
  readonly isList: boolean;
}

const LIST_BEGINS = 0x5b;

/** How many lines a message names. */
export const LINES_SHOWN = 10;

/** The SHA-256 of what arrives, in hexadecimal digits. */
export async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** Reads documents from a file, or from wherever they arrive in pieces. */
export async function scanned(chunks: AsyncIterable<Uint8Array>): Promise<Scan> {
  const scanner = createScanner();
  for await (const chunk of chunks) {
    scanner.push(chunk);
    if (scanner.isOver()) break;
  }
  return scanner.end();
}

/** The same for a text that is at hand. */
export function scannedText(text: string): Scan {
  const scanner = createScanner();
  scanner.push(Buffer.from(text));
  return scanner.end();
}

function createScanner() {
  const hash = createHash("sha256");
  const splitter = lineSplitter();
  const problems: string[] = [];
  let [bytes, documents, withoutId, problemCount] = [0, 0, 0, 0];
  let [isOver, isList] = [false, false];

  function check(next: () => ReturnType<typeof splitter.push>): void {
    if (isOver) return;
    try {
      for (const line of next()) {
        documents += 1;
        if (documents === 1) isList = line.bytes[0] === LIST_BEGINS;
        const found = documentIn(line);
        if ("problem" in found) add(`line ${line.number} ${found.problem}`);
        else if (!hasId(found.document)) withoutId += 1;
      }
    } catch (error) {
      if (!(error instanceof LineTooLongError)) throw error;
      add(error.message);
      isOver = true;
    }
  }
  function add(problem: string): void {
    problemCount += 1;
    if (problems.length < LINES_SHOWN) problems.push(problem);
  }

  return {
    push(chunk: Uint8Array): void {
      hash.update(chunk);
      bytes += chunk.length;
      check(() => splitter.push(chunk));
    },
    /** Whether nothing that follows can be told apart any more: a line never ends. */
    isOver: (): boolean => isOver,
    end(): Scan {
      check(splitter.end);
      return { hash: hash.digest("hex"), bytes, documents, withoutId, problems, problemCount, isList };
    },
  };
}

/** What is wrong with the lines, as the rest of the sentence "The value of content …"; undefined: nothing. */
export function problemsOf({ documents, problems, problemCount, isList }: Scan): string | undefined {
  if (documents === 0 && problemCount === 0) return "must hold a document, and every line of it is blank";
  if (problemCount === 0) return undefined;
  const more = problemCount > problems.length ? `, and ${problemCount - problems.length} more` : "";
  const hint = isList
    ? ". It looks like one JSON list of all documents, of which jq -c '.[]' makes such lines"
    : "";
  return `must hold one JSON object per line, and ${problems.join(", ")}${more}${hint}`;
}

/** A file as it arrives, in pieces that do not change afterwards. */
export function readFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 64 * 1024 });
}

/** Why a file cannot be imported, as the rest of the sentence "The value of file …"; undefined when it can be read. */
export function fileProblem(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile()) return `must name a file, and ${path} is none`;
    if (found.size === 0) return `must name a file with documents, and ${path} is empty`;
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return unreadableFileProblem(path, error);
  }
}

/**
 * The same for validation, to which a file that is missing may come by the plan: Terraform validates before a destroy, too, and a
 * destroy needs no file.
 */
export function presentFileProblem(path: string): string | undefined {
  return existsSync(path) ? fileProblem(path) : undefined;
}

/** The same where it failed only as it was read. */
export function unreadableFileProblem(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR")
    return (
      `must name a file that exists, and there is no ${path}. Terraform hashes the file while it plans, so the file must be there by then. Where ` +
      "another resource writes it, give what that resource writes as content instead, or apply that resource first (-target)"
    );
  const why = code === "EACCES" ? "this user has no permission to read it" : message;
  return `must name a file that can be read, and ${path} cannot: ${why}`;
}
