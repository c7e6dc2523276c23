import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A package of npm that has files in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** The text that must go along with copies, its notices included. */
  readonly text: string;
}

/** Licence texts of packages that come without one. */
const TEXTS = join(__dirname, "texts");

/** Files that must go along: the licence, and notices that the Apache licence asks for. */
const OWED = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * The packages that a bundle is made of, in the order of their names.
 *
 * @param inputs the bundler's list of the files in it, relative to `root`.
 * @throws when a package has no licence text, or names no licence.
 */
export function bundledPackages(inputs: readonly string[], root: string): BundledPackage[] {
  const folders = new Set(inputs.flatMap((input) => folderOf(input) ?? []));
  const packages = [...folders].map((folder) => packageIn(resolve(root, folder)));
  return packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** The folder of the package that a file belongs to; undefined for a file of ours. */
function folderOf(input: string): string | undefined {
  return /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(input.replaceAll("\\", "/"))?.[0];
}

function packageIn(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = textIn(folder) ?? textIn(TEXTS, new RegExp(`^${name.replace("/", "\\+")}\\.txt$`));
  if (typeof license !== "string" || text === undefined) {
    throw new Error(
      `${name} ${version} is in the bundle, and ${text === undefined ? "comes without a licence text" : "names no licence"}. ` +
        `Without it the bundle must not be passed on: bundle another package, or put the text into ` +
        `tools/licences/texts/${name.replace("/", "+")}.txt.`,
    );
  }
  return { name, version, licence: license.replace(/^\((.*)\)$/, "$1"), text };
}

function textIn(folder: string, owed = OWED): string | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((name) => owed.test(name));
  // A notice alone grants nothing.
  if (files.every((name) => /^notice/i.test(name))) return undefined;
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").trim())
    .join("\n\n");
}

const LINE = "=".repeat(80);

/** The text of THIRD_PARTY_NOTICES: what of others a file of ours carries, and under which terms. */
export function noticesOf(carried: readonly BundledPackage[]): string {
  const sections = carried.map(
    ({ name, version, licence, text }) =>
      `${LINE}\n${name} ${version} (${licence})\n${LINE}\n\n${text.trim()}\n`,
  );
  const head = "This software carries the following software of others, each under its own licence.\n";
  return [head, ...sections].join("\n");
}
