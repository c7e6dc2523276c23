import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EmulatorServer, startEmulatorServer } from "../../../src/emulator";
import { PINNED } from "../../../tools/terraform/tool";
import { environmentOf, writes } from "../support/account";
import { ROOT } from "../support/project";
import { Jobs } from "./support/jobs";
import { type S3, startS3 } from "./support/s3";
import { type Contexts, type During, document, type JobResult, parsed, runJob } from "./support/workflow";

/** The commands of the workflow, unchanged and in order; support/fakes and `act` of support/workflow are the fakes. */
jest.setTimeout(120_000);
let emulator: EmulatorServer;
let s3: S3;
let jobs: Jobs;

beforeAll(async () => {
  // In real time, a cluster is not in service before the test says so.
  emulator = await startEmulatorServer();
  s3 = await startS3();
  const { SEARCHCLOUD_API_KEY, SEARCHCLOUD_BASE_URL, ...settings } = environmentOf(emulator);
  jobs = await Jobs.create({
    ...settings,
    AWS_ENDPOINT_URL_S3: s3.origin,
    AWS_ENDPOINT_URL_STS: s3.origin,
    // On loopback there are no host names for buckets.
    TF_CLI_ARGS_init: "-backend-config=use_path_style=true",
  });
});
afterAll(async () => {
  await jobs?.remove();
  await s3?.close();
  await emulator?.close();
});

const MAIN = "refs/heads/main";
const FOR_GH = { GH_TOKEN: "token-of-the-job", GH_REPO: "shop/search" };

/** Returns the contexts that GitHub gives to a job. The key that changes clusters is a secret of the environment `production`. */
function contexts(event: string, { environment, ...more }: Contexts = {}): Contexts {
  const pull = { number: 12, head: { repo: { full_name: "shop/search" } } };
  const pullRequest = event === "pull_request";
  return {
    github: {
      event_name: event,
      actor: "somebody",
      event: pullRequest ? { pull_request: pull } : {},
      ref: pullRequest ? "refs/pull/12/merge" : MAIN,
      repository: "shop/search",
      token: "token-of-the-job",
      server_url: "https://github.com",
      run_id: "77",
    },
    secrets: { SEARCHCLOUD_API_KEY: emulator.keys[environment === "production" ? "admin" : "read-only"] },
    vars: {
      SEARCHCLOUD_BASE_URL: emulator.baseUrl,
      AWS_REGION: "eu-central-1",
      AWS_ROLE: "arn:aws:iam::123456789012:role/plan",
      STATE_BUCKET: "states",
      STATE_KMS_KEY: "alias/states",
    },
    ...more,
  };
}

async function green(result: Promise<JobResult>): Promise<JobResult> {
  const done = await result;
  const logs = Object.entries(done.runs).map(([step, { code, output }]) => `${step} (${code}):\n${output}`);
  if (done.result !== "success") throw new Error([done.result, ...logs].join("\n"));
  return done;
}
const output = ({ runs }: JobResult, step: string) => runs[step]?.output ?? "";

test("the project requires the versions that the tests run with", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
  const ours = JSON.parse(read("package.json"));
  const { dependencies, devDependencies } = JSON.parse(read("examples/pipeline/package.json"));
  const exact = (name: string) => ours.devDependencies[name].replace(/^[~^]/, "");
  expect({ ...dependencies, ...devDependencies }).toEqual({
    cdktf: exact("cdktf"),
    "cdktf-cli": exact("cdktf-cli"),
    constructs: exact("constructs"),
    "cdktf-provider-searchcloud": `^${ours.version}`,
    tsx: ours.devDependencies.tsx,
    typescript: ours.devDependencies.typescript,
  });
  const files = ["Dockerfile", ".gitlab-ci.yml", ".github/workflows/search.yml"];
  const named = files.flatMap((name) =>
    read(`examples/pipeline/${name}`).match(/(?<=terraform(?:_version)?: ?)\d[\d.]*\d/g),
  );
  expect(new Set(named)).toEqual(new Set([PINNED]));
});

describe("the file", () => {
  test("is a workflow to GitHub's parser, which knows every expression in it", async () => {
    expect((await parsed()).errors).toEqual([]);
    const { errors } = await parsed("on: push\njobs: {a: {runs-on: x, if: secret.a, steps: [{run: x}]}}");
    expect(errors).toEqual([expect.stringContaining("Unrecognized named-value: 'secret'")]);
  });

  test("grants no more than each job needs, and gives the key to three steps", () => {
    expect(Object.keys(document.on)).toEqual(["pull_request", "push", "schedule", "workflow_dispatch"]);
    expect(document.permissions).toEqual({});
    const permissions = Object.entries<{ permissions: object }>(document.jobs).map(([name, job]) => [
      name,
      job.permissions,
    ]);
    expect(Object.fromEntries(permissions)).toEqual({
      diff: { contents: "read", "id-token": "write", "pull-requests": "write" },
      deploy: { contents: "read", "id-token": "write" },
      drift: { contents: "read", "id-token": "write", issues: "write" },
    });
    const steps = Object.values<{ steps: { name?: string; uses?: string; env?: object; with?: object }[] }>(
      document.jobs,
    ).flatMap(({ steps }) => steps);
    const withKey = steps.filter(({ env }) => JSON.stringify(env ?? {}).includes("secrets."));
    expect(withKey.map(({ name }) => name)).toEqual(["Plan", "Deploy", "Look for drift"]);
    expect(JSON.stringify(document).split("secrets.")).toHaveLength(withKey.length + 1);
    for (const { uses = "x@v1", with: inputs } of steps) {
      expect(uses).toMatch(/@v\d+$/);
      if (uses.startsWith("actions/checkout")) expect(inputs).toEqual({ "persist-credentials": false });
    }
  });

  test("deploys one at a time, after an approval; nothing cancels it, and it ends before the job is killed", () => {
    const { environment, concurrency, steps, "timeout-minutes": minutes } = document.jobs.deploy;
    expect(environment).toBe("production");
    expect(concurrency).toEqual({ group: "deploy-search", "cancel-in-progress": false });
    const { env } = steps.find(({ name }: { name?: string }) => name === "Deploy");
    expect(minutes).toBeGreaterThanOrEqual(env.DEPLOY_MINUTES + 10);
    // GitHub's own runners end a job after six hours.
    expect(minutes).toBeLessThanOrEqual(360);
    expect(document.jobs.drift.concurrency.group).not.toBe(concurrency.group);
  });
});

test.each([
  ["a fork", "somebody", "stranger/search"],
  ["Dependabot", "dependabot[bot]", "shop/search"],
])("a pull request of %s runs nothing", async (_, actor, full_name) => {
  const { github, ...rest } = contexts("pull_request");
  const event = { pull_request: { number: 12, head: { repo: { full_name } } } };
  const given = {
    ...rest,
    github: { ...(github as object), actor, event },
    needs: { diff: { outputs: {} } },
  };
  const results = ["diff", "deploy", "drift"].map((name) => runJob(name, jobs, given));
  expect((await Promise.all(results)).map(({ result }) => result)).toEqual(["skipped", "skipped", "skipped"]);
});

const needs = (diff: JobResult) => ({ diff: { outputs: diff.outputs } });
const deploy = (diff: JobResult, during?: During) =>
  runJob("deploy", jobs, contexts("push", { environment: "production", needs: needs(diff) }), during);

describe("a push to main", () => {
  let diff: JobResult;

  test("shows the plan and changes nothing", async () => {
    diff = await green(runJob("diff", jobs, contexts("push")));
    expect(diff.outputs).toEqual({ changes: "true" });
    expect(diff.summary).toMatch(
      /^### Plan of `search`\n\n {4}[\s\S]+ {4}Plan: 1 to add, 0 to change, 0 to destroy\./,
    );
    expect(output(diff, "Comment on the pull request")).toBe("");
    expect(writes(emulator)).toEqual([]);
    expect([await jobs.calls(), s3.writes]).toEqual([["npm ci", "npx cdktf synth"], []]);
    const left = await diff.job?.run("grep", ["-rl", emulator.keys["read-only"] ?? "", "."]);
    expect([left?.code, left?.output]).toEqual([1, ""]);
    expect((await diff.job?.run("find", [".", "-name", "*.plan"]))?.output).toBe("");
  });

  test("deploys what was approved; cancelled while it waits, it writes the state, encrypted, and frees the lock", async () => {
    emulator.addFault({ match: { operation: "getCluster", nth: 2 }, effect: { kind: "hold" } });
    const cancelled = await deploy(diff, async (step, { child }) => {
      if (step !== "Deploy") return;
      await emulator.held();
      // As the runner does: to the process that it started.
      process.kill(child.pid ?? 0, "SIGINT");
      await new Promise((resolve) => child.once("exit", resolve));
      emulator.clearFaults();
      emulator.releaseHolds();
    });
    expect(output(cancelled, "Deploy")).toContain("Interrupted while waiting for cluster");
    expect([cancelled.result, cancelled.runs.Deploy?.code]).toEqual(["failure", 1]);
    expect(writes(emulator)).toEqual(["POST /clusters"]);
    const [cluster] = emulator.state().clusters;
    expect(s3.objects.get("states/search.tfstate")).toContain(cluster?.id);
    expect([...s3.objects.keys()]).toEqual(["states/search.tfstate"]);
    const states = s3.writes.filter((write) => write.startsWith("PUT states/search.tfstate "));
    expect(new Set(states)).toEqual(new Set(["PUT states/search.tfstate aws:kms alias/states"]));
    expect((await cancelled.job?.run("ls", ["cdktf.out"]))?.code).not.toBe(0);
  });

  test("deploys the rest the next time; afterwards nothing needs an approval", async () => {
    emulator.advance(3600);
    const rest = await green(runJob("diff", jobs, contexts("workflow_dispatch")));
    expect(rest.outputs).toEqual({ changes: "true" });
    const done = await green(deploy(rest));
    expect(output(done, "Deploy")).toContain("Apply complete!");
    expect(writes(emulator)).toEqual(["POST /clusters"]);
  });
});

describe("a pull request", () => {
  test("that changes nothing has an empty plan, in a comment, and needs no approval", async () => {
    await jobs.calls();
    const diff = await green(runJob("diff", jobs, contexts("pull_request")));
    expect(diff.outputs).toEqual({ changes: "false" });
    expect((await jobs.repository()).comments).toEqual([
      expect.objectContaining({
        number: "12",
        body: expect.stringMatching(/^<!-- plan of search -->\n### Plan of `search`\n\n[\s\S]*No changes\./),
      }),
    ]);
    expect(await jobs.calls()).toEqual(["npm ci", "npx cdktf synth", "gh api", "gh pr comment"]);
    expect((await deploy(diff)).result).toBe("skipped");
  });

  test("has one comment, which the next plan replaces, truncated to GitHub's limit", async () => {
    const job = await jobs.checkout();
    const file = await job.write("plan.txt", `Plan: 7 to add\n${`${"x".repeat(99)}\n`.repeat(700)}`);
    const { code, output } = await job.run("scripts/comment.sh", ["12", "search", file], FOR_GH);
    expect([code, output]).toEqual([0, ""]);
    const { comments } = await jobs.repository();
    expect(comments).toEqual([
      expect.objectContaining({ body: expect.stringContaining("    Plan: 7 to add\n") }),
    ]);
    const { body = "" } = comments[0] ?? {};
    expect(body.length).toBeLessThan(65_536);
    expect(body).toMatch(/\n {4}… and more: see the report of the job\.\n$/);
  });
});

test("at night, drift opens an issue; the next night finds it, and without drift closes it", async () => {
  const [cluster] = emulator.state().clusters;
  emulator.patchCluster(cluster?.id ?? "", { name: "somebody-elses-idea" });
  const { job } = await green(runJob("drift", jobs, contexts("schedule")));
  const [issue] = (await jobs.repository()).issues;
  expect(issue).toMatchObject({ title: "Drift in search", label: "drift", open: true });
  expect(issue?.body).toMatch(/ {4}.*name +"products" +"somebody-elses-idea" +drift/);
  expect(issue?.body).toContain("https://github.com/shop/search/actions/runs/77");
  const tell = (code: string, night: string) =>
    job?.run("scripts/drift-issue.sh", ["github", code, "search", "drift.txt"], {
      ...FOR_GH,
      RUN_URL: night,
    });
  expect((await tell("2", "the-second-night"))?.code).toBe(0);
  expect((await jobs.repository()).issues).toEqual([
    expect.objectContaining({ number: 1, body: expect.stringContaining("the-second-night") }),
  ]);
  expect((await tell("0", "the-third-night"))?.code).toBe(0);
  expect((await jobs.repository()).issues).toEqual([
    expect.objectContaining({ open: false, notes: [expect.stringContaining("the-third-night")] }),
  ]);
});
