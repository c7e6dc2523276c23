import { closeSync, openSync, readSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { version } from "../../../package.json";
import { CommandFailure } from "../failure";

/** With what each gzip file begins. */
const GZIP = "1f8b";

/**
 * Where `npm install` finds this package, as `package.json` of a project says it: the version, from a registry, or a tarball.
 *
 * @param directory of the project
 * @param tarball its path; undefined: none was given
 * @throws CommandFailure for what is no tarball
 */
export function packageSourceFor(directory: string, tarball: string | undefined): string {
  if (tarball === undefined) return version;
  const why = problemOf(tarball);
  if (why !== undefined)
    throw new CommandFailure(
      `--package ${tarball} ${why}. Give the file that \`npm pack\` writes, cdktf-provider-searchcloud-${version}.tgz.`,
    );
  return `file:${relative(directory, resolve(tarball)).split(sep).join("/")}`;
}

function problemOf(path: string): string | undefined {
  const start = Buffer.alloc(2);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, start);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
  return start.toString("hex") === GZIP ? undefined : "is not a tarball";
}
