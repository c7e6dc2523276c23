import { statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import type { Command } from "commander";
import { REQUESTS_PER_MINUTE } from "../../api/limits";
import { REFRESH_CHANGES } from "../../provider/model/refreshChanges";
import { CommandError, ExitError } from "../errors";
import type { Terminal } from "../terminal";
import { terraformAt, terraformProgram } from "../terraform";
import { checkStacks } from "./check";
import { junitText } from "./junit";
import { type DriftReport, exitCode, worstStatus } from "./report";
import { registerEnvironmentSecrets } from "./secrets";
import { stacksIn } from "./stacks";
import { tableText } from "./text";

const DESCRIPTION = `Plans stacks, and reports where the service differs from git: by resource and attribute, with what is pending and whether the next deploy fixes it. It changes nothing, not even Terraform's lock file, and takes no lock.

Synthesize first: without directories, it plans every stack that "cdktf synth" or "cdktn synth" has written. A Terraform directory serves as well. "init" runs where it is needed; it may complete the lock file of a synthesized stack only, as "cdktf diff" does.`;

const MORE = `
What the report calls
  drift             somebody changed it outside of Terraform, or has scheduled a change of it, or it is gone
  not deployed yet  git is ahead of the last deploy
  scheduled         a change that leads to what git says is pending or in progress; that is no drift

Environment variables:
  TERRAFORM_BINARY_NAME            the terraform to run: a path, or a program on the PATH (default: terraform, else tofu)
  SEARCHCLOUD_REQUESTS_PER_MINUTE  requests per minute with one key (default ${REQUESTS_PER_MINUTE}), divided among the plans that run at a time
  CDKTF_OUTDIR                     where stacks are synthesized (default: "output" of cdktf.json, else cdktf.out)
  Those of the provider and of Terraform apply to the plans.

Exit codes: 0 no drift, 2 drift or not deployed, 1 failed, wrong usage included. No other command ends with 2.
Messages go to standard error, the report to standard output.

Example:
  searchcloud drift --junit drift.xml`;

/** So many plans at a time, and no fewer requests a minute for each. */
const [MOST_PLANS, LEAST_REQUESTS] = [4, 6];

interface DriftOptions {
  readonly json?: true;
  readonly changes: boolean;
  readonly junit?: string;
}

/** `searchcloud drift`: whether the service is as git says. */
export function addDrift(program: Command, terminal: Terminal): void {
  program
    .command("drift")
    .summary("Says where the service is not as git says.")
    .description(DESCRIPTION)
    .argument("[directories...]", "synthesized stacks, folders with such stacks, or Terraform directories")
    .option("--json", "print one JSON document (the fields: docs/guides/drift.md of the repository)")
    .option("--junit <file>", "also write the report as JUnit XML, which GitHub and GitLab show")
    .option(
      "--no-changes",
      "do not look for configuration changes that others have scheduled, which costs a request per cluster",
    )
    .addHelpText("after", MORE)
    .action((directories: string[], options: DriftOptions) => drift(directories, options, terminal));
}

/** @throws ExitError with 1 or 2, when there is more to say than "done". */
async function drift(
  directories: readonly string[],
  options: DriftOptions,
  terminal: Terminal,
): Promise<void> {
  const { env, stdout, stderr, signal, secrets } = terminal;
  registerEnvironmentSecrets(terminal);
  const { json, junit, changes } = options;
  if (junit !== undefined && !statSync(dirname(junit), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`--junit ${junit}: there is no directory ${dirname(junit)}. Nothing was planned.`);
  const found = stacksIn(directories, env);
  const program = terraformProgram(env, ["TERRAFORM_BINARY_NAME"]);
  if (program === undefined)
    throw new CommandError(
      "Neither terraform nor tofu is on the PATH: install one of them, or name it in TERRAFORM_BINARY_NAME.",
    );
  const { parallel, requests } = planBudget(found.length, env.SEARCHCLOUD_REQUESTS_PER_MINUTE);
  const shared = {
    ...env,
    SEARCHCLOUD_REQUESTS_PER_MINUTE: requests,
    [REFRESH_CHANGES]: String(changes),
  };
  const stacks = await checkStacks(found, {
    ...{ env, signal, secrets, parallel },
    temporary: [env.TMPDIR || tmpdir(), "/tmp"],
    terraform: terraformAt(program, shared, signal),
    say: (text) => stderr.write(`${text}\n`),
  });
  if (signal.aborted) throw new CommandError("Interrupted: there is no report. Nothing was changed.");
  const status = worstStatus(stacks.map((stack) => stack.status));
  const report: DriftReport = { format_version: "1", status, stacks };
  stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : tableText(report));
  if (junit !== undefined) writeJunit(junit, secrets.outgoing(junitText(report)));
  const code = exitCode(status);
  if (code !== 0) throw new ExitError(code);
}

/** @throws CommandError */
function writeJunit(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(`--junit ${file} cannot be written: ${(error as Error).message}.`);
  }
}

/**
 * How many plans run at a time, and what each of them may send: every one is a process with a budget of its own.
 * @param perMinute the budget of the key; what is no number goes to the provider, which complains
 */
export function planBudget(
  stacks: number,
  perMinute?: string,
): { readonly parallel: number; readonly requests: string } {
  const given = perMinute || String(REQUESTS_PER_MINUTE);
  const whole = /^\d+$/.test(given) ? Number(given) : 0;
  const most = whole === 0 ? MOST_PLANS : Math.min(MOST_PLANS, Math.floor(whole / LEAST_REQUESTS));
  const parallel = Math.max(1, Math.min(stacks, most));
  return { parallel, requests: whole === 0 ? given : String(Math.floor(whole / parallel)) };
}
