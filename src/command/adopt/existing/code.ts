import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the code of a project says, wherever its files are and whatever they are called. */
export interface ProjectCode {
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
export function projectCodeIn(directory: string): readonly ProjectCode[] {
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
export function quotedTexts(text: string): ReadonlySet<string> {
  const all = text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$\\]*)`/g);
  return new Set([...all].map(([, double, single, template]) => double ?? single ?? template ?? ""));
}

/** Names of the resources of this provider, in HCL and in its form as JSON. */
export function resourceNames(text: string): readonly string[] {
  const blocks = [...text.matchAll(/\bresource\s+"?searchcloud_\w+"?\s+"?([\w-]+)"?/g)];
  const json = [...text.matchAll(/"searchcloud_\w+"\s*:\s*\{\s*"([\w-]+)"/g)];
  return [...blocks, ...json].map(([, name = ""]) => name);
}
