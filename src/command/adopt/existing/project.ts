import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "../../errors";
import type { Terminal } from "../../terminal";
import type { Library } from "../model";
import { readStates } from "./state";

/** A project to which new clusters are added. */
export interface ExistingProject {
  /** Whether it has a cluster: in its state, or named in its code. */
  knows(clusterId: string): boolean;
  /** Of resources and constructs, which another one cannot have. */
  readonly takenNames: ReadonlySet<string>;
  readonly library: Library;
  /** A file that is not there yet, such as `added.tf` or `added-2.ts`. */
  readonly newFile: string;
}

/**
 * The project in a folder; undefined where there is none for this provider.
 * @throws CommandFailure for a project in another language, and where its state cannot be read.
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
      `${directory} holds a project in ${LANGUAGE_NAMES[other.language]}: add to it with --language ${other.language}, or give another folder with --out.`,
    );
  if (own === undefined) return undefined;
  const { clusterIds, names } = await readStates(directory, own.text, terminal);
  const texts = quotedTexts(own.text);
  const known = new Set([...clusterIds, ...texts]);
  const taken = language === "hcl" ? resourceNames(own.text) : texts;
  return {
    knows: (id) => known.has(id),
    takenNames: new Set([...taken, ...names]),
    library: /cdktf-provider-searchcloud\/cdktn/.test(own.text) ? "cdktn" : "cdktf",
    newFile: freeFile(directory, language === "hcl" ? "tf" : "ts"),
  };
}

/** Whether it is a project of its own, and not just code somewhere below the folder. */
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

/** What the code of a project says, wherever its files are and whatever they are called. */
interface ProjectCode {
  readonly language: "hcl" | "typescript";
  readonly files: readonly string[];
  readonly text: string;
}

/** Folders that hold no code of the project. */
const FOREIGN = ["node_modules", "cdktf.out", "terraform.d"];
const ENDINGS = { hcl: /\.(tf|tofu|tfvars)(\.json)?$/, typescript: /(?<!\.d)\.[cm]?[jt]s$/ } as const;
const OURS = {
  hcl: /"?searchcloud"?\s*[={:]|searchcloud_cluster/,
  typescript: /cdktf-provider-searchcloud/,
} as const;

/** The projects for this provider whose code lies in a folder. */
function projectCodeIn(directory: string): readonly ProjectCode[] {
  const files = filesBelow(directory);
  return (["hcl", "typescript"] as const).flatMap((language) => {
    const own = files.filter((path) => ENDINGS[language].test(path));
    const text = own.map((path) => withoutComments(readFileSync(path, "utf8"))).join("\n");
    return OURS[language].test(text) ? [{ language, files: own, text }] : [];
  });
}

function filesBelow(directory: string): string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isFile()) return [path];
    // A link to a folder is not followed: it could lead anywhere.
    return entry.isDirectory() && !entry.name.startsWith(".") && !FOREIGN.includes(entry.name)
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

/** Lines that are comments altogether: what is named there is not part of the project. */
function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s*(#|\/\/|\*|\/\*)/.test(line))
    .join("\n");
}

/** All texts in quotes: an id among them is known to the project, as an import, a lookup or a reference. */
function quotedTexts(text: string): ReadonlySet<string> {
  const all = text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$\\]*)`/g);
  return new Set([...all].map(([, double, single, template]) => double ?? single ?? template ?? ""));
}

/** Names of the resources of this provider, in HCL and in its form as JSON. */
function resourceNames(text: string): readonly string[] {
  const blocks = [...text.matchAll(/\bresource\s+"?searchcloud_\w+"?\s+"?([\w-]+)"?/g)];
  const json = [...text.matchAll(/"searchcloud_\w+"\s*:\s*\{\s*"([\w-]+)"/g)];
  return [...blocks, ...json].map(([, name = ""]) => name);
}
