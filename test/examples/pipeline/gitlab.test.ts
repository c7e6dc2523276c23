import type { EmulatorServer } from "../../../src/emulator";
import { account, environmentOf, running, writes } from "../support/account";
import { document, jobsOf, runJob } from "./support/gitlabCi";
import { type GitlabServer, JOB_TOKEN, PROJECT_TOKEN, startGitlab } from "./support/gitlabServer";
import { type Job, Jobs } from "./support/jobs";

/** The lines of the pipeline, unchanged and in order, with a GitLab on loopback that stores the state and the issues. */
jest.setTimeout(120_000);
let emulator: EmulatorServer;
let gitlab: GitlabServer;
let jobs: Jobs;

beforeAll(async () => {
  emulator = await account();
  gitlab = await startGitlab();
  const { SEARCHCLOUD_API_KEY, ...settings } = environmentOf(emulator);
  // The command line of cdktf is in github.test.ts.
  jobs = await Jobs.create({ ...settings, FAKE_CDKTF: "node_modules/.bin/tsx main.ts" });
});
afterAll(async () => {
  await jobs?.remove();
  await gitlab?.close();
  await emulator?.close();
});

/** Returns the variables that GitLab gives to a job: of the project's variables, those of its environment. */
const variables = (environment?: string) => ({
  CI_API_V4_URL: `${gitlab.origin}/api/v4`,
  CI_PROJECT_ID: "7",
  CI_JOB_TOKEN: JOB_TOKEN,
  CI_JOB_URL: "https://gitlab.example/job/1",
  GITLAB_TOKEN: PROJECT_TOKEN,
  SEARCHCLOUD_API_KEY: emulator.keys[environment === "production" ? "admin" : "read-only"] ?? "",
});

async function green(name: string, environment?: string, shell?: string) {
  const { code, output, job } = await runJob(name, jobs, variables(environment), shell);
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
  return { output, job };
}

describe("the file", () => {
  let checkout: Job;
  beforeAll(async () => {
    checkout = await jobs.checkout();
    await checkout.run("git", ["init", "--quiet"]);
  });

  const project = { CI_PROJECT_ID: "7", CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
  const request = { CI_PROJECT_ID: "7", CI_PIPELINE_SOURCE: "merge_request_event", CI_COMMIT_BRANCH: "" };
  test.each([
    [
      "a merge request",
      { ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "7" },
      ["on_success", "never", "never"],
    ],
    ["one of a fork", { ...request, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8" }, ["never", "never", "never"]],
    ["a push to main", { ...project, CI_PIPELINE_SOURCE: "push" }, ["on_success", "manual", "never"]],
    ["a schedule", { ...project, CI_PIPELINE_SOURCE: "schedule" }, ["never", "never", "on_success"]],
  ])("%s has the jobs that it should have", async (_, given, [diff, deploy, drift]) => {
    expect(await jobsOf(checkout, given)).toEqual({ diff, deploy, drift });
  });

  test("is checked against GitLab's schema for that", async () => {
    const text = await checkout.read(".gitlab-ci.yml");
    await checkout.write(".gitlab-ci.yml", text.replace("interruptible: true", "interruptible: maybe"));
    await expect(jobsOf(checkout, {})).rejects.toThrow("interruptible");
  });

  test("deploys one at a time, never beside a check; nothing cancels it, and it ends before the job is killed", () => {
    const { deploy, drift, workflow } = document;
    expect(workflow.auto_cancel.on_new_commit).toBe("interruptible");
    expect(deploy).toMatchObject({
      environment: { name: "production" },
      resource_group: "search",
      interruptible: false,
    });
    expect(drift.resource_group).toBe(deploy.resource_group);
    expect(deploy.timeout).toBe("6 hours");
    expect(Number(deploy.variables.DEPLOY_MINUTES)).toBeLessThan(6 * 60 - 10);
  });
});

test("a merge request shows the plan and its counts, and changes nothing", async () => {
  const { job } = await green("diff");
  expect(await job.read("report/plan.txt")).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
  expect(JSON.parse(await job.read("report/plan.json"))).toEqual({ create: 1, update: 0, delete: 0 });
  expect((await job.run("ls", ["-A", "report"])).output.split("\n")).toEqual([
    "actions.txt",
    "changes.env",
    "plan.json",
    "plan.txt",
    "",
  ]);
  expect(await jobs.calls()).toEqual(["npm ci --prefer-offline", "npx cdktf synth"]);
  expect([writes(emulator), gitlab.events]).toEqual([[], []]);
});

test("a plan that differs from the approved one is refused, with the difference", async () => {
  const approver = await jobs.checkout();
  await approver.download("diff", ".");
  const actions = await approver.read("report/actions.txt");
  await approver.write("actions.txt", actions.replace('"8_gb"', '"4_gb"'));
  await approver.run("ln", ["-s", `${approver.folder}/../node_modules`, "node_modules"]);
  const env = {
    ...variables("production"),
    TF_HTTP_ADDRESS: `${gitlab.origin}/api/v4/projects/7/terraform/state/search`,
  };
  const credentials = { TF_HTTP_USERNAME: "gitlab-ci-token", TF_HTTP_PASSWORD: JOB_TOKEN };
  const refused = await approver.run("scripts/deploy.sh", ["search", "actions.txt"], {
    ...env,
    ...credentials,
  });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining("not the plan that was approved"),
  ]);
  expect(refused.stdout).toMatch(/\n-.*"4_gb"[\s\S]*\n\+.*"8_gb"/);
  expect(writes(emulator)).toEqual([]);
});

test("the deploy applies the approved plan; the state is in GitLab, and locked meanwhile", async () => {
  const { job } = await green("deploy", "production");
  expect(running(emulator)).toEqual(["products"]);
  expect(gitlab.events[0]).toBe("locked");
  expect(gitlab.events.at(-1)).toBe("unlocked");
  expect(gitlab.state()).toContain(emulator.state().clusters[0]?.id);
  expect((await job.run("ls", ["cdktf.out"])).code).not.toBe(0);
});

describe("at night", () => {
  test("prints nothing without drift, in sh and in bash", async () => {
    expect((await green("drift", undefined, "sh")).output).toContain("No drift in search.");
    expect(gitlab.issues).toEqual([]);
  });

  test("drift opens one issue, which the next check finds, and closes once the drift is gone", async () => {
    const [cluster] = emulator.state().clusters;
    emulator.patchCluster(cluster?.id ?? "", { name: "somebody-elses-idea" });
    const { job } = await green("drift");
    expect(gitlab.issues).toEqual([
      expect.objectContaining({
        title: "Drift in search",
        state: "opened",
        description: expect.stringMatching(/ {4}.*name +"products" +"somebody-elses-idea" +drift/),
      }),
    ]);
    expect(document.drift.artifacts.reports).toEqual({ junit: "drift.xml" });
    expect(await job.read("drift.xml")).toContain(
      '<testsuite name="search" tests="1" failures="1" errors="0">',
    );
    const tell = (code: string, stack: string, more = {}) =>
      job.run("scripts/drift-issue.sh", ["gitlab", code, stack, "drift.txt"], { ...variables(), ...more });
    expect((await tell("2", "search", { RUN_URL: "the-second-night" })).code).toBe(0);
    expect(gitlab.issues).toEqual([
      expect.objectContaining({ description: expect.stringContaining("the-second-night") }),
    ]);
    // Its title is part of the other one.
    expect((await tell("0", "sea")).code).toBe(0);
    expect(gitlab.issues).toEqual([expect.objectContaining({ state: "opened" })]);
    const refused = await tell("0", "search", { GITLAB_TOKEN: "wrong" });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("was answered with 401")]);
    expect((await tell("0", "search")).code).toBe(0);
    expect(gitlab.issues).toEqual([
      expect.objectContaining({ state: "closed", notes: [expect.stringContaining("No drift any more")] }),
    ]);
  });

  test.each([
    ["the service cannot be reached", { SEARCHCLOUD_BASE_URL: "http://127.0.0.1:9/api/v1" }, "127.0.0.1:9"],
    ["there is no such stack", { STACK: "serach" }, "cdktf.out/stacks/serach"],
  ])("%s: the job fails and says so, and no issue is touched", async (_, broken, words) => {
    const { code, output } = await runJob("drift", jobs, { ...variables(), ...broken });
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
    expect(output).toContain("An open issue stays as it is.");
    expect(gitlab.issues).toHaveLength(1);
  });
});
