import { closeSync, openSync, readSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { devDependencies, peerDependencies, version } from "../../../../package.json";
import { CommandError } from "../../errors";
import type { Library, ProjectOptions, WriteProject } from "../model";
import { additionOf, programOf } from "./program";

/** A project in TypeScript: a program with the constructs, and what it takes to run it with CDKTF. */
export const writeTypeScript: WriteProject = (project, options) => {
  const { library, addition } = options;
  if (addition !== undefined) return new Map([[addition, additionOf(project, library, addition)]]);
  return new Map([
    ["main.ts", programOf(project, library)],
    ["cdktf.json", json(CDKTF)],
    ["package.json", json(manifestOf(options))],
    ["tsconfig.json", json(TSCONFIG)],
    [".gitignore", IGNORED],
  ]);
};

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const CDKTF = { language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" };

const { tsx, typescript, constructs } = devDependencies;

/** The command line of a library, by its name. */
const CLI: Readonly<Record<Library, { readonly [name: string]: string }>> = {
  cdktf: { "cdktf-cli": devDependencies["cdktf-cli"] },
  // Released together with the library.
  cdktn: { "cdktn-cli": peerDependencies.cdktn },
};

function manifestOf({ library, packageSource }: ProjectOptions): object {
  return {
    private: true,
    dependencies: {
      [library]: peerDependencies[library],
      "cdktf-provider-searchcloud": packageSource,
      constructs,
    },
    devDependencies: { ...CLI[library], tsx, typescript },
  };
}

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "Node16",
    moduleResolution: "Node16",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["*.ts"],
};

/** What CDKTF, npm and Terraform leave; the state of a local backend holds what the plan calls sensitive. */
const IGNORED = `node_modules/
cdktf.out/
.terraform/
cdktf.log
*.tfstate
*.tfstate.*
`;

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
    throw new CommandError(
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
