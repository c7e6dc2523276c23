import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");

/** Lists the files below a folder of the checkout whose names match, relative to the checkout. */
export function filesBelow(folder: string, names: RegExp = /\.ts$/): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

/** Lists the hand-written files below folders of the checkout whose names match. */
export function writtenBelow(folders: readonly string[], names?: RegExp): string[] {
  return folders
    .flatMap((folder) => filesBelow(folder, names))
    .filter((path) => !path.includes("/generated/"));
}
