import { lstatSync, readdirSync, readFileSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { DRAFT_NAME, draftPath, writeAtomically } from "../files/atomicWrite";

/** How often a text is made anew because somebody else has changed the file meanwhile. */
const ATTEMPTS = 20;

/** Replaces a file or link as a whole, since Terraform may read it in the same moment; not where it is equal already. */
export function replaceFile(path: string, content: Buffer, mode: number, draftsIn: string): void {
  const found = statOf(path);
  if (found?.isFile() && (found.mode & mode) === mode && readFileSync(path).equals(content)) return;
  writeAtomically(path, content, { mode, durable: true, draft: draftPath(path, draftsIn) });
}

/**
 * Changes a text file as a whole, and leaves it alone where nothing changes. What another process writes while the text is being made
 * is not overwritten: then it is made again, from that.
 * @throws when the file never stands still.
 */
export function updateFile(path: string, update: (text: string) => string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = textOf(path);
    const after = update(before ?? "");
    if (after === before) return;
    const mode = (statOf(path)?.mode ?? 0o644) & 0o777;
    const mayReplace = () => textOf(path) === before;
    if (writeAtomically(path, after, { mode, durable: true, mayReplace })) return;
  }
  throw new Error(`Other programs keep writing to ${path}. Wait until they have ended, then run this again.`);
}

/** Removes what killed processes have left of this kind before a moment. A younger draft may be that of another process. */
export function removeDrafts(folder: string, before: number): void {
  const drafts = readdirSync(folder).filter((name) => DRAFT_NAME.test(name));
  for (const draft of drafts.map((name) => join(folder, name)))
    if ((statOf(draft)?.mtimeMs ?? before) < before) rmSync(draft, { force: true });
}

function textOf(path: string): string | undefined {
  return statOf(path) === undefined ? undefined : readFileSync(path, "utf8");
}

/** Of a link, its own. */
export function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
