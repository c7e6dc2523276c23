import { execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { isOlder } from "../../src/api/versions";
import { isProgram, programName, ToolError, terraformProgram } from "../../src/command/terraform";
import { terraformPlatform } from "../../src/installation/install";
import { type Product, TOOLS } from "../../src/provider/toolVersion";
import { downloadsFolder, isSafeFile } from "../downloads/cache";

export { ToolError };

/** The Terraform or OpenTofu that tools and tests run. */
export interface TerraformTool {
  /** Absolute. */
  readonly path: string;
  readonly product: Product;
  /** Such as `1.11.4`. */
  readonly version: string;
}

/** The first of them that is set names the tool: a path, or a program on the PATH. The second one is cdktf's. */
const VARIABLES = ["SEARCHCLOUD_TERRAFORM", "TERRAFORM_BINARY_NAME"];

/**
 * The path of the tool: the one that a variable names, `terraform` on the PATH, `tofu` on the PATH, or the Terraform that
 * was downloaded before and that nobody else can have put there. Undefined when there is none.
 *
 * @throws ToolError when a variable names a program that is not there.
 */
export function findTool(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const downloaded = pinnedPlace(env).program;
  return (
    terraformProgram(env, VARIABLES) ??
    (isProgram(downloaded) && isSafeFile(downloaded) ? downloaded : undefined)
  );
}

/**
 * Asks the program what it is.
 * @throws ToolError when it is neither Terraform nor OpenTofu, or too old.
 */
export function inspectTool(path: string, env: NodeJS.ProcessEnv = process.env): TerraformTool {
  const said = versionText(path, env);
  const [, product, version] = /^(Terraform|OpenTofu) v(\d+\.\d+\.\S+)/m.exec(said) ?? [];
  if ((product !== "Terraform" && product !== "OpenTofu") || version === undefined) {
    throw new ToolError(
      `${path} is neither Terraform nor OpenTofu: to "version" it says ${JSON.stringify(said.trim())}. ` +
        `Name another one in ${VARIABLES[0]}.`,
    );
  }
  const { least, install } = TOOLS[product];
  if (isOlder(version, least)) {
    throw new ToolError(
      `${path} is ${product} ${version}, and ${least} or later is needed: install a newer one (${install}), or name another one in ${VARIABLES[0]}.`,
    );
  }
  return { path, product, version };
}

/** Says at the terminal what the tests run. */
export function printTool({ product, version, path }: TerraformTool): void {
  process.stderr.write(`The tests run ${product} ${version}, ${path}\n`);
}

/** Ends the process with the exit code of a command; what goes wrong with the tool is said without a stack. */
export function exitWith(command: Promise<number>): void {
  command.then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof ToolError ? error.message : (error as Error).stack}\n`);
      process.exitCode = 1;
    },
  );
}

/** What makes cdktf, scripts and tests run this tool: set it in the environment of whatever they start. */
export function toolEnvironment(path: string, env: NodeJS.ProcessEnv = process.env) {
  const folders = (env.PATH ?? "").split(delimiter);
  const folder = dirname(path);
  return {
    TERRAFORM_BINARY_NAME: path,
    PATH: (folders.includes(folder) ? folders : [folder, ...folders]).join(delimiter),
  };
}

function versionText(path: string, env: NodeJS.ProcessEnv): string {
  const own = Object.entries(env).filter(([name]) => !name.startsWith("TF_"));
  try {
    return execFileSync(path, ["version"], {
      encoding: "utf8",
      // Without it, Terraform asks HashiCorp for news first.
      env: { ...Object.fromEntries(own), CHECKPOINT_DISABLE: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
  } catch (error) {
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
    throw new ToolError(
      `${path} cannot be run: ${stderr?.trim() || message}. Install it again, or name another one in ${VARIABLES[0]}.`,
    );
  }
}

/** The Terraform that is downloaded where there is none: the one that the tests have passed with. */
export const PINNED = "1.11.4";

/** Where the downloaded Terraform is kept, or will be. */
export function pinnedPlace(env: NodeJS.ProcessEnv): { readonly folder: string; readonly program: string } {
  const folder = join(downloadsFolder(env), `terraform-${PINNED}-${terraformPlatform()}`);
  return { folder, program: join(folder, programName("terraform")) };
}
