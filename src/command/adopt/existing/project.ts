import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandFailure } from "../../failure";
import type { Terminal } from "../../terminal";
import type { Library } from "../model";
import { type ProjectCode, projectCodeIn, quotedTexts, resourceNames } from "./code";
import { statesOf } from "./state";

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
export async function existingProject(
  directory: string,
  language: ProjectCode["language"],
  terminal: Terminal,
): Promise<ExistingProject | undefined> {
  const all = projectCodeIn(directory).filter((one) => isRoot(directory, one));
  const own = all.find((one) => one.language === language);
  const other = all.find((one) => one.language !== language);
  if (own === undefined && other !== undefined)
    throw new CommandFailure(
      `${directory} holds a project in ${LANGUAGE_NAMES[other.language]}: add to it with --language ${other.language}, or give another folder with --out.`,
    );
  if (own === undefined) return undefined;
  const { clusterIds, names } = await statesOf(directory, own.text, terminal);
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
