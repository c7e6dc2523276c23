import { createHash } from "node:crypto";
import { accessSync, constants, createReadStream, existsSync, statSync } from "node:fs";
import { documentIn, hasId, LineTooLongError, lineSplitter } from "../../../api/dataPlane/jsonLines";

/** The documents to import, and the problems with them. */
export interface Scan {
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: number;
  /** Lines that are not blank. */
  readonly documents: number;
  /** The number of documents without an id: each import adds them again. */
  readonly withoutId: number;
  /** The first lines that are not documents, as "line 3 is not JSON", and the number of all of them. */
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** True if it begins as a JSON list of all documents would. */
  readonly isList: boolean;
}

const LIST_BEGINS = 0x5b;

/** The number of lines that a message names. */
export const LINES_SHOWN = 10;

/** Returns the SHA-256 of the chunks, in hexadecimal digits. */
export async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** Scans documents that arrive in chunks. */
export async function scanned(chunks: AsyncIterable<Uint8Array>): Promise<Scan> {
  const scanner = createScanner();
  for await (const chunk of chunks) {
    scanner.push(chunk);
    if (scanner.isOver()) break;
  }
  return scanner.end();
}

/** Scans documents in a string. */
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
    /** True if a line is too long: the rest cannot be split into lines. */
    isOver: (): boolean => isOver,
    end(): Scan {
      check(splitter.end);
      return { hash: hash.digest("hex"), bytes, documents, withoutId, problems, problemCount, isList };
    },
  };
}

/** Returns the problem of the lines, as the rest of the sentence "The value of content …"; undefined: none. */
export function problemsOf({ documents, problems, problemCount, isList }: Scan): string | undefined {
  if (documents === 0 && problemCount === 0) return "must hold a document, and all of its lines are blank";
  if (problemCount === 0) return undefined;
  const more = problemCount > problems.length ? `, and ${problemCount - problems.length} more` : "";
  const hint = isList
    ? ". It looks like a JSON list of all documents, which jq -c '.[]' converts to such lines"
    : "";
  return `must hold one JSON object per line, and ${problems.join(", ")}${more}${hint}`;
}

/** Reads a file in chunks. */
export function readFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 64 * 1024 });
}

/**
 * Returns the reason why a file cannot be imported, as the rest of the sentence "The value of file …"; undefined: it can be read.
 *
 * @param missing the advice for a missing file, as the continuation of the sentence
 */
export function fileProblem(path: string, missing = HASHED_AT_PLAN): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile()) return `must name a file, and ${path} is not a file`;
    if (found.size === 0) return `must name a file with documents, and ${path} is empty`;
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return unreadableFileProblem(path, error, missing);
  }
}

/** Checks a file at validation, which accepts a missing one: Terraform validates before a destroy too, and a destroy needs no file. */
export function presentFileProblem(path: string): string | undefined {
  return existsSync(path) ? fileProblem(path) : undefined;
}

/** Returns the reason why reading a file failed, as the rest of the same sentence. */
export function unreadableFileProblem(path: string, error: unknown, missing = HASHED_AT_PLAN): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR")
    return `must name a file that exists, and ${path} does not${missing}`;
  const why = code === "EACCES" ? "this user has no permission to read it" : message;
  return `must name a file that can be read, and ${path} cannot: ${why}`;
}

const HASHED_AT_PLAN =
  ". Terraform hashes the file at plan, so it must exist by then. If another resource writes it, pass the content of that resource as content instead, or apply that " +
  "resource first (-target)";
