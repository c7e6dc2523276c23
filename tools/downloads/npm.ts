import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs npm with the user's settings. No script of a package is run.
 *
 * @param attempted what it is for, as in `fetch PACKAGE`.
 * @throws with what npm said, and what to do.
 */
export async function npm(
  words: readonly string[],
  attempted: string,
  { cwd }: { readonly cwd?: string } = {},
): Promise<void> {
  const shell = process.platform === "win32";
  try {
    await promisify(execFile)("npm", [...words, "--ignore-scripts", "--loglevel=error"], { cwd, shell });
  } catch (error) {
    const { stderr = "", message } = error as Error & { readonly stderr?: string };
    throw new Error(
      `npm could not ${attempted}: ${stderr.trim() || message}\n` +
        "Check the network and the registry that npm is set to (npm config get registry), then run this again.",
    );
  }
}
