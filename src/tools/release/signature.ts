import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** @throws when this machine's gpg cannot sign with that key. */
export async function checkKey(key: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run("gpg", ["--batch", "--list-secret-keys", "--", key], { env });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    throw new Error(
      code === "ENOENT"
        ? `--gpg-key ${key}: there is no "gpg" on the PATH to sign with. Install GnuPG, or leave the option out.`
        : `--gpg-key ${key}: gpg has no secret key of that name (${stderr.trim()}). "gpg --list-secret-keys" shows those that it has, and "gpg --import FILE" adds one.`,
    );
  }
}

/** Writes the detached binary signature of a file beside it, as `<file>.sig`. @throws when gpg fails. */
export async function sign(file: string, key: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run(
      "gpg",
      ["--batch", "--yes", "--local-user", key, "--output", `${file}.sig`, "--detach-sign", file],
      { env },
    );
  } catch (error) {
    throw new Error(
      `gpg could not sign with ${key}: ${(error as { stderr?: string }).stderr?.trim() || (error as Error).message}`,
    );
  }
}
