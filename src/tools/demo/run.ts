import { spawn, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const CDKTF = join(resolve(__dirname, "../../.."), "node_modules/cdktf-cli/bundle/bin/cdktf.js");

/** A step of the demo failed; the message is for the person at the terminal. */
export class DemoFailure extends Error {}

/** The command that starts Terraform (or OpenTofu). @throws DemoFailure with where to get it. */
export function requireTerraform(): string {
  const command = process.env.TERRAFORM_BINARY_NAME || "terraform";
  if (spawnSync(command, ["version"], { env: environment({}), stdio: "ignore" }).status === 0) return command;
  throw new DemoFailure(
    `There is no "${command}" to run. Install Terraform 1.8 or later (https://developer.hashicorp.com/terraform/install), or ` +
      "OpenTofu (https://opentofu.org/docs/intro/install/) and set TERRAFORM_BINARY_NAME=tofu. Then run this again.",
  );
}

/** Runs a command to its end and returns what it printed. @throws DemoFailure with the output when it fails. */
export function run(command: string, args: readonly string[], options: { cwd: string }): string {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], {
    cwd: options.cwd,
    env: environment({}),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new DemoFailure(`${command} could not be run: ${error.message}`);
  if (status === 0) return stdout;
  throw new DemoFailure(`${command} ${args.join(" ")} failed (exit code ${status}):\n${stdout}${stderr}`);
}

/** Runs a cdktf command and shows its output. @throws DemoFailure when it fails. */
export async function cdktf(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, [CDKTF, ...args], {
    cwd,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
      process.stdout.write(text.replace(/^(?=.)/gm, "  "));
    });
  }
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0)
    throw new DemoFailure(`cdktf ${args.join(" ")} failed (exit code ${code}). Its output:\n${output}`);
}

/** The demo's own environment: nothing of the user's Terraform or of another service gets in. */
function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|SEARCHCLOUD_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    CHECKPOINT_DISABLE: "1",
    CI: "1",
    FORCE_COLOR: "0",
    NO_COLOR: "1",
    TF_CLI_ARGS: "-no-color",
    ...env,
  };
}
