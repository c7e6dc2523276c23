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

const DESCRIPTION = `Plans stacks and reports where the service differs from git: by resource and attribute, with pending changes and the effect of the next deploy. It changes nothing, not even Terraform's lock file, and takes no lock.

Synthesize first: without directories, it plans every stack that "cdktf synth" or "cdktn synth" has written. Terraform directories work, too. It runs "init" where needed, which may complete the lock file of a synthesized stack only, as "cdktf diff" does.`;

const MORE = `
Statuses in the report:
  drift             the resource was changed or removed outside of Terraform, or such a change is scheduled
  not deployed yet  git is ahead of the last deploy
  scheduled         a change to the values in git is pending or in progress; this is not drift

Environment variables:
  TERRAFORM_BINARY_NAME            the terraform to run: a path, or a program on the PATH (default: terraform, else tofu)
  SEARCHCLOUD_REQUESTS_PER_MINUTE  requests per minute of the key (default ${REQUESTS_PER_MINUTE}), divided among concurrent plans
  CDKTF_OUTDIR                     directory of synthesized stacks (default: "output" of cdktf.json, else cdktf.out)
  Variables of the provider and of Terraform apply to the plans.

Exit codes: 0 no drift, 2 drift or not deployed, 1 failure, invalid usage included. No other command exits with 2.
Messages go to standard error, the report to standard output.

Example:
  searchcloud drift --junit drift.xml`;

/** The most concurrent plans, and the fewest requests per minute for each. */
const [MAX_PLANS, MIN_REQUESTS] = [4, 6];

interface DriftOptions {
  readonly json?: true;
  readonly changes: boolean;
  readonly junit?: string;
}

/** Adds `searchcloud drift`: a comparison of the service with git. */
export function addDrift(program: Command, terminal: Terminal): void {
  program
    .command("drift")
    .summary("Reports where the service differs from git.")
    .description(DESCRIPTION)
    .argument(
      "[directories...]",
      "synthesized stacks, directories with such stacks, or Terraform directories",
    )
    .option("--json", "prints one JSON document (fields: docs/guides/drift.md of the repository)")
    .option("--junit <file>", "also writes the report as JUnit XML, which GitHub and GitLab display")
    .option(
      "--no-changes",
      "does not look for scheduled changes by others, which saves one request per cluster",
    )
    .addHelpText("after", MORE)
    .action((directories: string[], options: DriftOptions) => drift(directories, options, terminal));
}

/** @throws ExitError with 1 or 2, unless everything is in sync */
async function drift(
  directories: readonly string[],
  options: DriftOptions,
  terminal: Terminal,
): Promise<void> {
  const { env, stdout, stderr, signal, secrets } = terminal;
  registerEnvironmentSecrets(terminal);
  const { json, junit, changes } = options;
  if (junit !== undefined && !statSync(dirname(junit), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`--junit ${junit}: directory ${dirname(junit)} not found. Nothing was planned.`);
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
    onProgress: (text) => stderr.write(`${text}\n`),
  });
  if (signal.aborted) throw new CommandError("Interrupted, without a report. Nothing was changed.");
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
 * Divides the request budget of the key among concurrent plans, which are processes that do not share one.
 * @param perMinute the budget; an invalid one is passed on to the provider, which reports it
 */
export function planBudget(
  stacks: number,
  perMinute?: string,
): { readonly parallel: number; readonly requests: string } {
  const given = perMinute || String(REQUESTS_PER_MINUTE);
  const whole = /^\d+$/.test(given) ? Number(given) : 0;
  const most = whole === 0 ? MAX_PLANS : Math.min(MAX_PLANS, Math.floor(whole / MIN_REQUESTS));
  const parallel = Math.max(1, Math.min(stacks, most));
  return { parallel, requests: whole === 0 ? given : String(Math.floor(whole / parallel)) };
}
