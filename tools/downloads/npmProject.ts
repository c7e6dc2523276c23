import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { downloadsFolder, filledOnce } from "./cache";
import { npm } from "./npm";

const MANIFEST = "package.json";
const LOCK = "package-lock.json";

/**
 * The `node_modules` of a project that consists of a manifest and a lock file, installed once with the user's npm settings
 * and kept in the user's cache: a package with all that it depends on, for those who use it only. npm verifies the integrity of
 * each, and runs no script of theirs.
 * @throws when npm cannot install it.
 */
export async function npmProject(project: string, folder = downloadsFolder()): Promise<string> {
  const digest = createHash("sha256")
    .update(readFileSync(join(project, LOCK)))
    .digest("hex");
  const place = join(folder, `${basename(project)}-${digest.slice(0, 16)}`);
  await filledOnce(place, async (draft) => {
    for (const name of [MANIFEST, LOCK]) copyFileSync(join(project, name), join(draft, name));
    await npm(["ci", "--no-audit", "--no-fund"], `install ${join(project, LOCK)}`, { cwd: draft });
  });
  return join(place, "node_modules");
}
