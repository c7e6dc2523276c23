import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "../../errors";
import type { Terminal } from "../../terminal";
import type { Library } from "../model";
import { readStates } from "./state";

/** A project to which clusters are added. */
export interface ExistingProject {
  /** True if the project has the cluster: in its state, or named in its code. */
  knows(clusterId: string): boolean;
  /** Names of its resources or constructs. */
  readonly takenNames: ReadonlySet<string>;
  readonly library: Library;
  /** Name of a file that does not exist yet, such as `added.tf` or `added-2.ts`. */
  readonly newFile: string;
}

/**
 * Reads the project in a directory; returns undefined if there is none for this provider.
 * @throws CommandError for a project in the other language, or if its state cannot be read.
 */
export async function readExistingProject(
  directory: string,
  language: ProjectCode["language"],
  terminal: Terminal,
): Promise<ExistingProject | undefined> {
  const all = projectCodeIn(directory).filter((one) => isRoot(directory, one));
  const own = all.find((one) => one.language === language);
  const other = all.find((one) => one.language !== language);
  if (own === undefined && other !== undefined)
    throw new CommandError(
      `${directory} contains a project in ${LANGUAGE_NAMES[other.language]}: use --language ${other.language}, or name another directory with --out.`,
    );
  if (own === undefined) return undefined;
  const { clusterIds, names } = await readStates(directory, own.text, terminal);
  const texts = quotedStrings(own.text);
  const known = new Set([...clusterIds, ...texts]);
  const taken = language === "hcl" ? resourceNames(own.text) : texts;
  return {
    knows: (id) => known.has(id),
    takenNames: new Set([...taken, ...names]),
    library: /cdktf-provider-searchcloud\/cdktn/.test(own.text) ? "cdktn" : "cdktf",
    newFile: freeFile(directory, language === "hcl" ? "tf" : "ts"),
  };
}

/** True for the project of this directory, false for code somewhere below it. */
function isRoot(directory: string, { language, files }: ProjectCode): boolean {
  return language === "typescript"
    ? existsSync(join(directory, "cdktf.json"))
    : files.some((path) => dirname(path) === directory);
}

const LANGUAGE_NAMES = { hcl: "HCL", typescript: "TypeScript" } as const;

function freeFile(directory: string, ending: string): string {
  for (let number = 1; ; number += 1) {
    const name = `added${number === 1 ? "" : `-${number}`}.${ending}`;
    if (!existsSync(join(directory, name))) return name;
  }
}

/** The code of a project, from all its files. */
interface ProjectCode {
  readonly language: "hcl" | "typescript";
  readonly files: readonly string[];
  readonly text: string;
}

/** Directories without code of the project. */
const GENERATED_FOLDERS = ["node_modules", "cdktf.out", "terraform.d"];
const ENDINGS = { hcl: /\.(tf|tofu|tfvars)(\.json)?$/, typescript: /(?<!\.d)\.[cm]?[jt]s$/ } as const;
const USES_PROVIDER = {
  hcl: /"?searchcloud"?\s*[={:]|searchcloud_cluster/,
  typescript: /cdktf-provider-searchcloud/,
} as const;

/** Finds the projects for this provider in a directory. */
function projectCodeIn(directory: string): readonly ProjectCode[] {
  const files = filesBelow(directory);
  return (["hcl", "typescript"] as const).flatMap((language) => {
    const own = files.filter((path) => ENDINGS[language].test(path));
    const text = own.map((path) => withoutComments(readFileSync(path, "utf8"))).join("\n");
    return USES_PROVIDER[language].test(text) ? [{ language, files: own, text }] : [];
  });
}

function filesBelow(directory: string): string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isFile()) return [path];
    // Links to directories are not followed: they could lead anywhere.
    return entry.isDirectory() && !entry.name.startsWith(".") && !GENERATED_FOLDERS.includes(entry.name)
      ? filesBelow(path)
      : [];
  });
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Removes lines that consist of a comment: what they name does not belong to the project. */
function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s*(#|\/\/|\*|\/\*)/.test(line))
    .join("\n");
}

/** Returns all quoted strings. An id among them belongs to the project: as an import, a lookup or a reference. */
function quotedStrings(text: string): ReadonlySet<string> {
  const all = text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$\\]*)`/g);
  return new Set([...all].map(([, double, single, template]) => double ?? single ?? template ?? ""));
}

/** Returns the names of resources of this provider, in HCL and in its JSON syntax. */
function resourceNames(text: string): readonly string[] {
  const blocks = [...text.matchAll(/\bresource\s+"?searchcloud_\w+"?\s+"?([\w-]+)"?/g)];
  const json = [...text.matchAll(/"searchcloud_\w+"\s*:\s*\{\s*"([\w-]+)"/g)];
  return [...blocks, ...json].map(([, name = ""]) => name);
}
