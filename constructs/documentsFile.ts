import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK = 64 * 1024;

/** Why documents cannot be imported from a file, as the end of a sentence; undefined when they can be. */
export function fileProblem(path: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    return `cannot be read (${(error as Error).message})`;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return "is no file";
    return isBlank(descriptor) ? "is empty" : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads as far as the first document. */
function isBlank(descriptor: number): boolean {
  const chunk = Buffer.alloc(CHUNK);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) return true;
    if (chunk.toString("latin1", 0, length).trim() !== "") return false;
  }
}
