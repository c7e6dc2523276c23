import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { downloadsFolder, fillOnce } from "./cache";

/**
 * Runs npm with the user's settings. No script of a package is run.
 *
 * @param attempted its purpose, such as `fetch PACKAGE`
 * @throws with npm's message and the remedy
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

/** A package of the npm registry that is used without installing it. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-…`, as `npm view NAME@VERSION dist.integrity` prints it. */
  readonly integrity: string;
}

/**
 * Downloads a package once with the user's npm settings into the user's cache. Returns the folder of its files. Runs nothing of
 * the package.
 *
 * @param spec the package for npm. @default the version from the registry
 * @throws if npm cannot fetch it, or the tarball has another integrity
 */
export async function npmPackage(
  { name, version, integrity }: NpmPackage,
  { folder = downloadsFolder(), spec = `${name}@${version}` } = {},
): Promise<string> {
  const place = join(folder, `${name.replace("/", "+")}-${version}`);
  await fillOnce(place, async (draft) => {
    const tarball = join(draft, await fetched(spec, draft));
    const found = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
    if (found !== integrity) {
      throw new Error(
        `npm returned unexpected bytes for ${spec}: their integrity is ${found}, not ${integrity}. Nothing was unpacked. ` +
          "Check the registry that npm is set to (npm config get registry).",
      );
    }
    mkdirSync(join(draft, "package"));
    // npm's tarballs have one folder at the top, with any name.
    await promisify(execFile)("tar", ["-xzf", tarball, "-C", join(draft, "package"), "--strip-components=1"]);
    rmSync(tarball);
  });
  return join(place, "package");
}

/** Downloads the tarball into `folder`. Returns its name. */
async function fetched(spec: string, folder: string): Promise<string> {
  await npm(["pack", spec, "--pack-destination", folder], `fetch ${spec}`);
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm fetched ${spec} and left no tarball.`);
  return tarball;
}

const MANIFEST = "package.json";
const LOCK = "package-lock.json";

/**
 * Installs a project, which consists of a manifest and a lock file, once with the user's npm settings into the user's cache. Returns its
 * `node_modules`. npm verifies the integrity of each package and runs none of their scripts.
 * @throws if npm cannot install it
 */
export async function npmProject(project: string, folder = downloadsFolder()): Promise<string> {
  const digest = createHash("sha256")
    .update(readFileSync(join(project, LOCK)))
    .digest("hex");
  const place = join(folder, `${basename(project)}-${digest.slice(0, 16)}`);
  await fillOnce(place, async (draft) => {
    for (const name of [MANIFEST, LOCK]) copyFileSync(join(project, name), join(draft, name));
    await npm(["ci", "--no-audit", "--no-fund"], `install ${join(project, LOCK)}`, { cwd: draft });
  });
  return join(place, "node_modules");
}
