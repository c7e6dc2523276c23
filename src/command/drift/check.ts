import { existsSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Secrets } from "../../redaction";
import type { Run, Terraform } from "../terraform";
import { reportOn } from "./findings";
import { type Diagnostic, diagnosticsIn, type PlanJson } from "./plan";
import { makePlanFolder } from "./planFolder";
import type { ResourceReport, StackReport } from "./report";
import { registerPlanSecrets } from "./secrets";
import type { Stack } from "./stacks";

interface CheckOptions {
  readonly terraform: Terraform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Receives the sensitive values of plans, to redact them. */
  readonly secrets: Secrets;
  /** Reports progress. */
  readonly onProgress: (text: string) => void;
  /** Candidates for the parent directory of plan files, the best first. */
  readonly temporary: readonly string[];
  /** The number of stacks to plan at the same time. */
  readonly parallel: number;
}

/** Plans all stacks, some at a time, and reports on each. Errors are part of the reports. */
export async function checkStacks(stacks: readonly Stack[], options: CheckOptions): Promise<StackReport[]> {
  const { signal, parallel, temporary } = options;
  const { fileOf, removeSoon, remove } = makePlanFolder(temporary, Date.now());
  // Immediately, because a second Ctrl-C kills this process.
  signal.addEventListener("abort", removeSoon, { once: true });
  const reports: StackReport[] = [];
  const waiting = [...stacks.entries()];
  const inits = oneAtATime();
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const [place, stack] = next;
      reports[place] = await checkStack(stack, fileOf(place), inits, options);
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, work));
    return reports;
  } finally {
    signal.removeEventListener("abort", removeSoon);
    remove();
  }
}

/** Serializes `init`, whose cache of plugins is not safe for concurrent writes. */
type OneAtATime = <T>(act: () => Promise<T>) => Promise<T>;

function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => {});
    return mine;
  };
}

async function checkStack(
  { name, directory }: Stack,
  file: string,
  inits: OneAtATime,
  { terraform, env, onProgress, secrets }: CheckOptions,
): Promise<StackReport> {
  const init = () =>
    inits(async () => {
      onProgress(`${name}: init`);
      const words = ["init", "-input=false", "-no-color"];
      const ran = await terraform(directory, [...words, "-lockfile=readonly"]);
      // The lock file of a synthesized stack is generated: a fresh checkout does not have it.
      return lacksLockEntry(ran) && isSynthesized(directory) ? terraform(directory, words) : ran;
    });
  const plan = () => {
    onProgress(`${name}: plan`);
    const words = ["-json", "-input=false", "-lock=false", "-detailed-exitcode", `-out=${file}`];
    return terraform(directory, ["plan", ...words]);
  };
  const base = { name, directory: relative(process.cwd(), directory) || "." };
  const failedReport = (diagnostics: readonly Diagnostic[]): StackReport => ({
    ...base,
    ...reportOn({ errored: true }, diagnostics),
  });
  try {
    const isNew = !existsSync(resolve(directory, env.TF_DATA_DIR || ".terraform"));
    const first = isNew ? await init() : undefined;
    if (first && first.code !== 0) return failedReport([failureOf("init", first)]);
    let planned = await plan();
    if (!first && needsInit(planned)) {
      const again = await init();
      if (again.code !== 0) return failedReport([failureOf("init", again)]);
      planned = await plan();
    }
    const diagnostics = diagnosticsIn(planned.stdout);
    const failed = planned.code !== 0 && planned.code !== 2;
    if (failed && !diagnostics.some(({ severity }) => severity === "error"))
      diagnostics.push(failureOf("plan", planned));
    if (!existsSync(file)) return failedReport(diagnostics);
    const shown = await terraform(directory, ["show", "-json", "-no-color", file]);
    if (shown.code !== 0)
      return failedReport(failed ? diagnostics : [...diagnostics, failureOf("show", shown)]);
    const found = JSON.parse(shown.stdout) as PlanJson;
    registerPlanSecrets(found, secrets);
    const report = { ...base, ...reportOn(found, diagnostics) };
    return planned.code === 2 ? withUnexplained(report) : report;
  } catch (error) {
    return failedReport([
      { severity: "error", summary: "Terraform cannot be started", detail: (error as Error).message },
    ]);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Terraform has many messages for it, all of which name the command. */
function needsInit({ code, stdout }: Run): boolean {
  if (code === 0 || code === 2) return false;
  return diagnosticsIn(stdout).some(({ summary, detail = "" }) =>
    /\b(terraform|tofu) init\b/.test(summary + detail),
  );
}

/** True if `init -lockfile=readonly` failed because the lock file lacks a provider. */
function lacksLockEntry({ code, stdout, stderr }: Run): boolean {
  return code !== 0 && /lock\s+file\s+is\s+read-only/.test(`${stdout}\n${stderr}`);
}

/** True for a directory that cdktf or cdktn has written. */
function isSynthesized(directory: string): boolean {
  return ["cdk.tf.json", "cdk.tf"].some((name) => existsSync(join(directory, name)));
}

const LOCK_FILE =
  'The lock file .terraform.lock.hcl lacks a provider that the configuration requires, and "drift" does not change it. ' +
  'Run "terraform init" (or "tofu init") in this directory, commit the lock file, then check again.';

function failureOf(command: string, run: Run): Diagnostic {
  const { code, stdout, stderr } = run;
  const ended = code === null ? "was killed by a signal" : `failed with exit code ${code}`;
  const output = (stderr.trim() || stdout).trim();
  return {
    severity: "error",
    summary: `terraform ${command} ${ended}`,
    detail: lacksLockEntry(run) ? `${LOCK_FILE}\n\n${output}` : output,
  };
}

/** Never reports a plan that is not empty as in sync. */
function withUnexplained(report: StackReport): StackReport {
  if (report.status !== "in_sync" && report.status !== "scheduled") return report;
  const rest: ResourceReport = {
    ...{ address: "(plan)", type: "plan", id: null, name: null, status: "not_deployed" },
    reason: `The plan is not empty, but no resource or output differs. Run "terraform plan" in ${report.directory} for the reason.`,
    ...{ next_deploy: "update", pending_change: null, attributes: [], errors: [], warnings: [] },
  };
  return { ...report, status: "not_deployed", resources: [...report.resources, rest] };
}
