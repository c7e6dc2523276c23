import { accessSync, constants, createReadStream, existsSync, statSync } from "node:fs";

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
    return unreadable(path, error);
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
export function unreadable(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR")
    return (
      `must name a file that exists, and there is no ${path}. Terraform hashes the file while it plans, so the file must be there by then. Where ` +
      "another resource writes it, give what that resource writes as content instead, or apply that resource first (-target)"
    );
  const why = code === "EACCES" ? "this user may not read it" : message;
  return `must name a file that can be read, and ${path} cannot: ${why}`;
}
