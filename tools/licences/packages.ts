import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** An npm package with files in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** The text that must accompany copies, including notices. */
  readonly text: string;
}

/** Licence texts of packages that do not contain one. */
const TEXTS = join(__dirname, "texts");

/** Files that must accompany copies: the licence, and the notices that the Apache licence requires. */
const OWED = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * Returns the packages in a bundle, sorted by name.
 *
 * @param inputs the bundler's list of files, relative to `root`
 * @throws if a package has no licence text, or names no licence
 */
export function bundledPackages(inputs: readonly string[], root: string): BundledPackage[] {
  const folders = new Set(inputs.flatMap((input) => folderOf(input) ?? []));
  const packages = [...folders].map((folder) => packageIn(resolve(root, folder)));
  return packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** Returns the folder of a file's package. Undefined for a file of this repository. */
function folderOf(input: string): string | undefined {
  return /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(input.replaceAll("\\", "/"))?.[0];
}

function packageIn(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = textIn(folder) ?? textIn(TEXTS, new RegExp(`^${name.replace("/", "\\+")}\\.txt$`));
  if (typeof license !== "string" || text === undefined) {
    throw new Error(
      `${name} ${version} is in the bundle, and ${text === undefined ? "comes without a licence text" : "names no licence"}. ` +
        `Without it, the bundle must not be distributed: bundle another package, or put the text into ` +
        `tools/licences/texts/${name.replace("/", "+")}.txt.`,
    );
  }
  return { name, version, licence: license.replace(/^\((.*)\)$/, "$1"), text };
}

function textIn(folder: string, owed = OWED): string | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((name) => owed.test(name));
  // A notice alone grants no rights.
  if (files.every((name) => /^notice/i.test(name))) return undefined;
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim())
    .join("\n\n");
}

const LINE = "=".repeat(80);

/** Renders THIRD_PARTY_NOTICES: the third-party packages in a bundle, with their licences. */
export function noticesOf(carried: readonly BundledPackage[]): string {
  const sections = carried.map(
    ({ name, version, licence, text }) =>
      `${LINE}\n${name} ${version} (${licence})\n${LINE}\n\n${text.trim()}\n`,
  );
  const head = "This software carries the following software of others, each under its own licence.\n";
  return [head, ...sections].join("\n");
}
