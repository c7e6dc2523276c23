import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** @throws when this machine's gpg cannot sign with that key. */
export async function checkKey(key: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run("gpg", ["--batch", "--quiet", "--no-auto-check-trustdb", "--list-secret-keys", "--", key], {
      env,
    });
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    throw new Error(
      code === "ENOENT"
        ? `--gpg-key ${key}: there is no "gpg" on the PATH to sign with. Install GnuPG, or leave the option out.`
        : `--gpg-key ${key}: gpg has no secret key of that name (${stderr.trim()}). "gpg --list-secret-keys" shows those that it has, and "gpg --import FILE" adds one.`,
    );
  }
  // One that has expired, or is for encryption only, is listed, too.
  await detachSign(key, env);
}

/** Writes the detached binary signature of a file beside it, as `<file>.sig`. @throws when gpg fails. */
export async function sign(file: string, key: string, env: NodeJS.ProcessEnv): Promise<void> {
  await detachSign(key, env, ["--yes", "--output", `${file}.sig`], [file]);
}

/** Signs a file; without one, nothing. */
async function detachSign(
  key: string,
  env: NodeJS.ProcessEnv,
  options: readonly string[] = [],
  file: readonly string[] = [],
): Promise<void> {
  try {
    const words = ["--batch", "--local-user", key, ...options, "--detach-sign", ...file];
    const signing = run("gpg", words, { env });
    signing.child.stdin?.end();
    await signing;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(
      `--gpg-key ${key}: gpg cannot sign with this key (${stderr?.trim() || message}). ` +
        '"gpg --list-secret-keys" shows whether it has expired, and what it is for.',
    );
  }
}
