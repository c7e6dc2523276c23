import { devDependencies, peerDependencies, version } from "../../../../package.json";
import type { WriteProject } from "../model";
import { programOf } from "./program";

/** A project in TypeScript: a program with the constructs, and what it takes to run it with CDKTF. */
export const writeTypeScript: WriteProject = (project) =>
  new Map([
    ["main.ts", programOf(project)],
    ["cdktf.json", json(CDKTF)],
    ["package.json", json(PACKAGE)],
    ["tsconfig.json", json(TSCONFIG)],
    [".gitignore", IGNORED],
  ]);

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const CDKTF = { language: "typescript", app: "npx tsx main.ts", sendCrashReports: "false" };

const { tsx, typescript, constructs } = devDependencies;
const PACKAGE = {
  private: true,
  dependencies: {
    cdktf: peerDependencies.cdktf,
    "cdktf-provider-searchcloud": version,
    constructs,
  },
  devDependencies: { "cdktf-cli": devDependencies["cdktf-cli"], tsx, typescript },
};

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
