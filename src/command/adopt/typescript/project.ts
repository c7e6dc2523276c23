import { closeSync, openSync, readSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { devDependencies, peerDependencies, version } from "../../../../package.json";
import { CommandError } from "../../errors";
import type { Library, ProjectOptions, WriteProject } from "../model";
import { additionOf, programOf } from "./program";

/** Writes a project in TypeScript: a program and the files to run it with CDKTF. */
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

/** The command line tool of each library. */
const CLI: Readonly<Record<Library, { readonly [name: string]: string }>> = {
  cdktf: { "cdktf-cli": devDependencies["cdktf-cli"] },
  // Has the versions of the library.
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

/** Files that CDKTF, npm and Terraform write. The state of a local backend contains secrets. */
const IGNORED = `node_modules/
cdktf.out/
.terraform/
cdktf.log
*.tfstate
*.tfstate.*
`;

/** The first bytes of a gzip file. */
const GZIP = "1f8b";

/**
 * Returns the source of this package for the package.json of a project: a version, or a tarball.
 *
 * @param directory of the project
 * @param tarball path of `--package`
 * @throws CommandError if the file is not a tarball
 */
export function packageSourceFor(directory: string, tarball: string | undefined): string {
  if (tarball === undefined) return version;
  const why = problemOf(tarball);
  if (why !== undefined)
    throw new CommandError(
      `--package ${tarball} ${why}. Name a file written by \`npm pack\`: cdktf-provider-searchcloud-${version}.tgz.`,
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
