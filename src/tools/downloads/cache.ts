import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { userCache } from "../../startup/userCache";

/** Where the tools of this checkout keep what they have downloaded and verified, in the user's cache folder. */
export function downloadsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(userCache(env, process.platform, homedir), "cdktf-provider-searchcloud", "downloads");
}

/**
 * The folder of that path, filled by `fill` if it is not there yet. It is filled beside its place and then renamed, so that
 * it is whole or missing, however many processes fill it at once.
 */
export async function filledOnce(folder: string, fill: (draft: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
