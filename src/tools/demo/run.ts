import { spawn } from "node:child_process";

/** A step of the demo failed; the message is for the person at the terminal. */
export class DemoFailure extends Error {}

export interface RunOptions {
  readonly cwd: string;
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether to show the output meanwhile. @default false */
  readonly shown?: boolean;
}

/** The command that starts Terraform (or OpenTofu). @throws DemoFailure with where to get it. */
export async function requireTerraform(): Promise<string> {
  const command = process.env.TERRAFORM_BINARY_NAME || "terraform";
  try {
    await run(command, ["version"], { cwd: "." });
    return command;
  } catch {
    throw new DemoFailure(
      `There is no "${command}" to run. Install Terraform 1.8 or later (https://developer.hashicorp.com/terraform/install), or ` +
        "OpenTofu (https://opentofu.org/docs/intro/install/) and set TERRAFORM_BINARY_NAME=tofu. Then run this again.",
    );
  }
}

/** Runs a command to its end and answers what it printed. @throws DemoFailure with the output when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, shown = false }: RunOptions,
): Promise<string> {
  const child = spawn(command, args, { cwd, env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
  const printed = { stdout: "", all: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      if (name === "stdout") printed.stdout += text;
      printed.all += text;
      if (shown) process.stdout.write(text.replace(/^(?=.)/gm, "  "));
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", ({ message }) => reject(new DemoFailure(`${command} could not be run: ${message}`)));
    child.once("close", resolve);
  });
  if (code === 0) return printed.stdout;
  throw new DemoFailure(`${command} ${args.join(" ")} failed (exit code ${code}):\n${printed.all}`);
}

/** The demo's own environment: nothing of the user's Terraform or of another service gets in. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|SEARCHCLOUD_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    CHECKPOINT_DISABLE: "1",
    CI: "1",
    FORCE_COLOR: "0",
    NO_COLOR: "1",
    TF_CLI_ARGS: "-no-color",
    ...more,
  };
}
