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

/** The first variable that is set names the tool: a path, or a program on the PATH. The second one is cdktf's. */
const VARIABLES = ["SEARCHCLOUD_TERRAFORM", "TERRAFORM_BINARY_NAME"];

/**
 * Finds the tool: the one named in a variable, `terraform` on the PATH, `tofu` on the PATH, or a Terraform that was downloaded
 * before and that nobody else can have put there. Undefined if there is none.
 *
 * @throws ToolError if a variable names a program that does not exist
 */
export function findTool(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const downloaded = pinnedPlace(env).program;
  return (
    terraformProgram(env, VARIABLES) ??
    (isProgram(downloaded) && isSafeFile(downloaded) ? downloaded : undefined)
  );
}

/**
 * Reads the product and version of a program.
 * @throws ToolError if it is neither Terraform nor OpenTofu, or too old
 */
export function inspectTool(path: string, env: NodeJS.ProcessEnv = process.env): TerraformTool {
  const said = versionText(path, env);
  const [, product, version] = /^(Terraform|OpenTofu) v(\d+\.\d+\.\S+)/m.exec(said) ?? [];
  if ((product !== "Terraform" && product !== "OpenTofu") || version === undefined) {
    throw new ToolError(
      `${path} is neither Terraform nor OpenTofu: "version" prints ${JSON.stringify(said.trim())}. ` +
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

/** Prints the tool that the tests run. */
export function printTool({ product, version, path }: TerraformTool): void {
  process.stderr.write(`The tests run ${product} ${version}, ${path}\n`);
}

/** Ends the process with the exit code of a command. Errors of the tool are printed without a stack. */
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

/** Returns environment variables that make cdktf, scripts and tests run this tool. */
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
      // Without it, Terraform first asks HashiCorp for new versions.
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

/** The version of Terraform that is downloaded if none is installed: the tests have passed with it. */
export const PINNED = "1.11.4";

/** Returns the place of the downloaded Terraform. */
export function pinnedPlace(env: NodeJS.ProcessEnv): { readonly folder: string; readonly program: string } {
  const folder = join(downloadsFolder(env), `terraform-${PINNED}-${terraformPlatform()}`);
  return { folder, program: join(folder, programName("terraform")) };
}
