import { existsSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Secrets } from "../../redaction";
import type { Run, Terraform } from "../terraform";
import { findings } from "./findings";
import { type Diagnostic, diagnosticsIn, type PlanJson } from "./plan";
import { makePlanFolder } from "./planFolder";
import type { ResourceReport, StackReport } from "./report";
import { registerPlanSecrets } from "./secrets";
import type { Stack } from "./stacks";

export interface CheckOptions {
  readonly terraform: Terraform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Takes what a plan holds and no report may show. */
  readonly secrets: Secrets;
  /** Says what goes on. */
  readonly say: (text: string) => void;
  /** Where the folder for the plan files may be made, the best place first. */
  readonly temporary: readonly string[];
  /** How many stacks are planned at a time. */
  readonly parallel: number;
}

/** Plans all stacks, some at a time, and says what each plan means. What goes wrong is in the reports. */
export async function checkStacks(stacks: readonly Stack[], options: CheckOptions): Promise<StackReport[]> {
  const { signal, parallel, temporary } = options;
  const { fileOf, removeSoon, remove } = makePlanFolder(temporary, Date.now());
  // At once: a second Ctrl-C ends this process without another chance.
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

/** Runs of `init` share a cache of plugins, which is not safe to fill from two of them. */
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
  { terraform, env, say, secrets }: CheckOptions,
): Promise<StackReport> {
  const init = () =>
    inits(async () => {
      say(`${name}: init`);
      const words = ["init", "-input=false", "-no-color"];
      const ran = await terraform(directory, [...words, "-lockfile=readonly"]);
      // What synthesis has written is no work of a person: without the entry no check of a fresh checkout could begin.
      return wantsLockFile(ran) && isSynthesized(directory) ? terraform(directory, words) : ran;
    });
  const plan = () => {
    say(`${name}: plan`);
    const words = ["-json", "-input=false", "-lock=false", "-detailed-exitcode", `-out=${file}`];
    return terraform(directory, ["plan", ...words]);
  };
  const base = { name, directory: relative(process.cwd(), directory) || "." };
  const broken = (diagnostics: readonly Diagnostic[]): StackReport => ({
    ...base,
    ...findings({ errored: true }, diagnostics),
  });
  try {
    const isNew = !existsSync(resolve(directory, env.TF_DATA_DIR || ".terraform"));
    const first = isNew ? await init() : undefined;
    if (first && first.code !== 0) return broken([failureOf("init", first)]);
    let planned = await plan();
    if (!first && wantsInit(planned)) {
      const again = await init();
      if (again.code !== 0) return broken([failureOf("init", again)]);
      planned = await plan();
    }
    const diagnostics = diagnosticsIn(planned.stdout);
    const failed = planned.code !== 0 && planned.code !== 2;
    if (failed && !diagnostics.some(({ severity }) => severity === "error"))
      diagnostics.push(failureOf("plan", planned));
    if (!existsSync(file)) return broken(diagnostics);
    const shown = await terraform(directory, ["show", "-json", "-no-color", file]);
    if (shown.code !== 0) return broken(failed ? diagnostics : [...diagnostics, failureOf("show", shown)]);
    const found = JSON.parse(shown.stdout) as PlanJson;
    registerPlanSecrets(found, secrets);
    const report = { ...base, ...findings(found, diagnostics) };
    return planned.code === 2 ? withRest(report) : report;
  } catch (error) {
    return broken([
      { severity: "error", summary: "Terraform cannot be run", detail: (error as Error).message },
    ]);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Terraform says so in many messages, which have the command in common. */
function wantsInit({ code, stdout }: Run): boolean {
  if (code === 0 || code === 2) return false;
  return diagnosticsIn(stdout).some(({ summary, detail = "" }) =>
    /\b(terraform|tofu) init\b/.test(summary + detail),
  );
}

/** Whether `init` has failed because the lock file lacks a provider, which it was told not to add. */
function wantsLockFile({ code, stdout, stderr }: Run): boolean {
  return code !== 0 && /lock\s+file\s+is\s+read-only/.test(`${stdout}\n${stderr}`);
}

/** Whether cdktf or cdktn has written the configuration of a directory. */
function isSynthesized(directory: string): boolean {
  return ["cdk.tf.json", "cdk.tf"].some((name) => existsSync(join(directory, name)));
}

const LOCK_FILE =
  'The lock file .terraform.lock.hcl lacks a provider that the configuration requires, and "drift" does not write to it. ' +
  'Run "terraform init" (or "tofu init") in this directory, commit the lock file, then check again.';

function failureOf(command: string, run: Run): Diagnostic {
  const { code, stdout, stderr } = run;
  const ended = code === null ? "was ended by a signal" : `ended with exit code ${code}`;
  const said = (stderr.trim() || stdout).trim();
  return {
    severity: "error",
    summary: `terraform ${command} ${ended}`,
    detail: wantsLockFile(run) ? `${LOCK_FILE}\n\n${said}` : said,
  };
}

/** A plan that is not empty is never reported as no difference. */
function withRest(report: StackReport): StackReport {
  if (report.status !== "in_sync" && report.status !== "scheduled") return report;
  const rest: ResourceReport = {
    ...{ address: "(plan)", type: "plan", id: null, name: null, status: "not_deployed" },
    reason: `The plan is not empty, though no resource and no output differs: "terraform plan" in ${report.directory} says why.`,
    ...{ next_deploy: "update", pending_change: null, attributes: [], errors: [], warnings: [] },
  };
  return { ...report, status: "not_deployed", resources: [...report.resources, rest] };
}
