import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { parse } from "yaml";
import type { Run, Running } from "../../../support/run";
import { ROOT } from "../../support/project";
import { EXAMPLE, type Job, type Jobs } from "./jobs";

type Library = typeof import("@actions/workflow-parser") &
  Pick<typeof import("@actions/expressions"), "data" | "Evaluator" | "Lexer" | "Parser">;

/** GitHub's own parser of workflows and evaluator of expressions; they are ES modules, which jest does not load. */
const library = ((): Library => {
  const folder = mkdtempSync(join(tmpdir(), "actions-"));
  const outfile = join(folder, "actions.js");
  const names = "data, Evaluator, Lexer, Parser";
  const contents = `export * from "@actions/workflow-parser"; export { ${names} } from "@actions/expressions";`;
  buildSync({
    stdin: { contents, resolveDir: ROOT },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
  });
  try {
    return require(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

export const WORKFLOW = join(EXAMPLE, ".github/workflows/search.yml");
const TEXT = readFileSync(WORKFLOW, "utf8");
/** The text of the file. */
export const document = parse(TEXT);

/** A value as the parser gives it: plain, an expression, or a mapping of these. */
type Token =
  | string
  | number
  | boolean
  | { readonly type: 3; readonly expr: string }
  | { readonly type: 2; readonly map: readonly { readonly Key: string; readonly Value: Token }[] };

interface ParsedStep {
  readonly id: string;
  readonly if: Token;
  readonly name?: string;
  readonly env?: Token;
  readonly run?: string;
  readonly uses?: string;
}

interface ParsedJob {
  readonly id: string;
  readonly if: Token;
  readonly outputs?: Token;
  readonly steps: readonly ParsedStep[];
}

export interface Parsed {
  readonly errors: readonly string[];
  readonly env: Token;
  readonly jobs: readonly ParsedJob[];
}

/** Parses a workflow with GitHub's parser. */
export async function parsed(text = TEXT): Promise<Parsed> {
  const { parseWorkflow, convertWorkflowTemplate, NoOperationTraceWriter } = library;
  const { context, value } = parseWorkflow(
    { name: "search.yml", content: text },
    new NoOperationTraceWriter(),
  );
  if (value === undefined)
    return { errors: context.errors.getErrors().map(({ message }) => message), env: "", jobs: [] };
  const { env, jobs } = await convertWorkflowTemplate(context, value);
  const errors = context.errors.getErrors().map(({ message }) => message);
  return { errors, ...JSON.parse(JSON.stringify({ env, jobs })) };
}

/** The contexts of expressions: `github`, `secrets`, `vars`, `needs`. */
export type Contexts = { readonly [name: string]: unknown };

export interface JobResult {
  readonly result: "skipped" | "success" | "failure";
  readonly outputs: { readonly [name: string]: string };
  /** The steps that ran commands, by their name or command. */
  readonly runs: { readonly [step: string]: Run };
  readonly summary: string;
  readonly job?: Job;
}

/** An action of a test while a step runs. */
export type During = (step: string, running: Running) => Promise<void>;

/** Runs a job's commands unchanged, with the effects that its actions have on them. */
export async function runJob(name: string, jobs: Jobs, given: Contexts, during?: During): Promise<JobResult> {
  const workflow = await parsed();
  const definition = workflow.jobs.find(({ id }) => id === name);
  if (definition === undefined) throw new Error(`There is no job ${name}.`);
  if (evaluate(definition.if, given) !== "true")
    return { result: "skipped", outputs: {}, runs: {}, summary: "" };

  const job = await jobs.checkout();
  const actionsEnv: Record<string, string> = {};
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const runs: Record<string, Run> = {};
  const summary = await job.write("summary.md", "");
  let failed = false;
  for (const [index, step] of definition.steps.entries()) {
    const contexts = { ...given, steps };
    if (evaluate(step.if, contexts, failed) !== "true") continue;
    if (step.uses !== undefined) {
      await act(step.uses, document.jobs[name].steps[index].with, job, actionsEnv);
      continue;
    }
    const script = await job.write(`step-${index}.sh`, step.run ?? "");
    const output = await job.write(`output-${index}.txt`, "");
    const env = { ...environment(workflow.env, contexts), ...actionsEnv, ...environment(step.env, contexts) };
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
    // GitHub's command line for `shell: bash`.
    const words = ["--noprofile", "--norc", "-eo", "pipefail", script];
    const running = job.start("bash", words, { ...env, ...files });
    const title = step.name ?? step.run ?? "";
    const [run] = await Promise.all([running.finished, during?.(title, running)]);
    runs[title] = run;
    failed ||= run.code !== 0;
    steps[step.id] = { outputs: assignments(readFileSync(output, "utf8")) };
  }
  const outputs = environment(definition.outputs, { ...given, steps });
  return {
    result: failed ? "failure" : "success",
    outputs,
    runs,
    summary: readFileSync(summary, "utf8"),
    job,
  };
}

/** Performs the effects of an action that later commands need. */
async function act(
  uses: string,
  inputs: Record<string, string>,
  job: Job,
  env: Record<string, string>,
): Promise<void> {
  switch (uses.split("@")[0]) {
    case "actions/checkout": // The job has a checkout.
    case "actions/setup-node": // Node
    case "hashicorp/setup-terraform": // and terraform are on the PATH.
      return;
    case "aws-actions/configure-aws-credentials":
      env.AWS_ACCESS_KEY_ID = "AKIDEXAMPLE";
      env.AWS_SECRET_ACCESS_KEY = "wJalrXUtnFEMI";
      return;
    case "actions/upload-artifact":
      return job.upload(inputs.path ?? "", inputs.name);
    case "actions/download-artifact":
      return job.download(inputs.name ?? "", inputs.path);
    default:
      throw new Error(`The tests do not know what ${uses} does.`);
  }
}

/** Returns the value of an expression as a string. */
function evaluate(token: Token, contexts: Contexts, failed = false): string {
  if (typeof token !== "object") return String(token);
  if (token.type !== 3) throw new Error("A mapping is not a string.");
  const { Lexer, Parser, Evaluator, data } = library;
  const status = { success: !failed, failure: failed, always: true, cancelled: false };
  const functions = Object.entries(status).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const tree = new Parser(new Lexer(token.expr).lex().tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver);
  return new Evaluator(tree, values, new Map(functions.map((one) => [one.name, one])))
    .evaluate()
    .coerceString();
}

function environment(token: Token | undefined, contexts: Contexts): Record<string, string> {
  if (typeof token !== "object" || token.type !== 2) return {};
  return Object.fromEntries(token.map.map(({ Key, Value }) => [Key, evaluate(Value, contexts)]));
}

/** Parses the lines `name=value` that a step has written. */
function assignments(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}
