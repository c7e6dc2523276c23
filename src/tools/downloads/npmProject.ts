import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { downloadsFolder, filledOnce } from "./cache";

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
    await install(project, draft);
  });
  return join(place, "node_modules");
}

async function install(project: string, draft: string): Promise<void> {
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await promisify(execFile)("npm", words, { cwd: draft, shell: process.platform === "win32" });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new Error(
      `npm could not install ${join(project, LOCK)}: ${stderr.trim() || (error as Error).message}\n` +
        "Check the network and the registry that npm is set to (npm config get registry), then run this again.",
    );
  }
}
