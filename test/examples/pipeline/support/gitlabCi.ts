import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { npmPackage } from "../../../../tools/downloads/npm";
import { GITLAB_CI_LOCAL, NODE, PLATFORM, pinnedProgram } from "../../../../tools/downloads/pinned";
import type { Run } from "../../../support/run";
import { EXAMPLE, type Job, type Jobs } from "./jobs";

/** The text of the file. */
export const document = parse(readFileSync(join(EXAMPLE, ".gitlab-ci.yml"), "utf8"));

export type Variables = { readonly [name: string]: string };

/**
 * gitlab-ci-local, which checks a file against GitLab's own schema, merges the defaults into its jobs, and decides which jobs
 * a pipeline has.
 */
async function gitlabCiLocal(job: Job, variables: Variables, ...args: readonly string[]): Promise<Run> {
  const pinned = NODE[22][PLATFORM];
  if (pinned === undefined)
    throw new Error(`gitlab-ci-local needs Node 22, and there is no package of it for ${PLATFORM}.`);
  const given = Object.entries(variables).flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
  const program = join(await npmPackage(GITLAB_CI_LOCAL), "dist/index.js");
  const quiet = ["--ignore-predefined-vars", Object.keys(variables).join(",")];
  return job.run(await pinnedProgram(pinned), [program, ...args, ...given, ...quiet]);
}

/**
 * Returns the condition of each job of a pipeline: `on_success`, `manual`, or `never`.
 * @throws Error if the file of the checkout is invalid.
 */
export async function jobsOf(job: Job, variables: Variables): Promise<Record<string, string>> {
  const { code, stdout, output } = await gitlabCiLocal(job, variables, "--list-json");
  if (code !== 0) throw new Error(output);
  const jobs: { name: string; when: string }[] = JSON.parse(stdout);
  return Object.fromEntries(jobs.map(({ name, when }) => [name, when]));
}

interface Definition {
  readonly needs?: readonly string[];
  readonly variables?: Variables;
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly artifacts?: { readonly paths: readonly string[] };
}

/** Runs a job's lines unchanged, as a runner does: all lines in one shell, those of `after_script` in another. */
export async function runJob(
  name: string,
  jobs: Jobs,
  given: Variables,
  shell = "bash",
): Promise<Run & { job: Job }> {
  const definition: Definition = document[name];
  const job = await jobs.checkout();
  const env = expanded(
    { ...document.variables, ...definition.variables },
    { ...given, CI_PROJECT_DIR: job.folder },
  );
  for (const needed of definition.needs ?? []) await job.download(needed, ".");
  const options = shell === "bash" ? "set -eo pipefail\nset +o noclobber\n" : "set -e\n";
  const lines = (script: readonly string[]) => `${options}${script.join("\n")}\n`;
  const run = await job.run(
    shell,
    ["-c", lines([...document.default.before_script, ...definition.script])],
    env,
  );
  if (definition.after_script) await job.run(shell, ["-c", lines(definition.after_script)], env);
  for (const path of definition.artifacts?.paths ?? []) await job.upload(path, join(name, path));
  return { ...run, job };
}

/** Expands the variables inside variables, as GitLab does. */
function expanded(variables: Variables, given: Variables): Variables {
  const all: Variables = { ...variables, ...given };
  const expand = (text: string): string =>
    text.replace(/\$(\w+)/g, (_, name: string) => expand(all[name] ?? ""));
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, expand(String(value))]));
}
