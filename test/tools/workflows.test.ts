import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { engines, scripts } from "../../package.json";
import { parsed } from "../examples/pipeline/support/workflow";

const ROOT = resolve(__dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");
const files = readdirSync(FOLDER);
const textOf = (name: string) => readFileSync(join(FOLDER, name), "utf8");

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: object;
  readonly environment?: string;
  readonly steps: readonly {
    readonly id?: string;
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}
interface Workflow {
  readonly jobs: { readonly [name: string]: Job };
}

/** The commands of a workflow, a line each. */
function commandsIn(name: string): string[] {
  const { jobs }: Workflow = parse(textOf(name));
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  return steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);
}

test.each(files)("GitHub's parser reports nothing about %s", async (name) => {
  expect((await parsed(textOf(name))).errors).toEqual([]);
});

test("the suite runs as it does locally, on the oldest supported Node and newer ones", () => {
  const { node } = parse(textOf("test.yml")).jobs.test.strategy.matrix;
  expect(node).toEqual([20, 22, 24, 26]);
  expect(engines.node).toMatch(/^>=20\./);
  expect(commandsIn("test.yml")).toEqual([".ci/run"]);
});

test.each([
  [{}, 1, /^::error::package\.json names no repository, .* docs\/guides\/publishing\.md\n$/],
  [{ repository: { url: "git+https://example.com/a.git" } }, 0, /^$/],
])(
  "a release of a package with %j is begun or rejected before anything is tested",
  (manifest, code, said) => {
    const folder = mkdtempSync(join(tmpdir(), "workflow-"));
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    const command = commandsIn("release.yml").find((one) => one.includes("repository")) ?? "";
    const { status, stdout } = spawnSync("bash", ["-e", "-c", command], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(status).toBe(code);
    expect(stdout).toMatch(said);
  },
);

test("a release is tested before it is built, by a script that exists", () => {
  const commands = commandsIn("release.yml");
  const used = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(used).toEqual(["release"]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(used));
  const { jobs } = parse(textOf("release.yml"));
  const needs = Object.entries<Job>(jobs).map(([name, job]) => [name, job.needs]);
  expect(Object.fromEntries(needs)).toEqual({
    test: undefined,
    build: "test",
    executables: "build",
    npm: ["build", "executables"],
  });
});

test.each(files)(
  "%s pins every action by its commit, with the version beside it, and leaves no token behind",
  (name) => {
    const uses = textOf(name).match(/uses:.*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const { permissions, jobs } = parse(textOf(name));
    expect(permissions).toEqual({ contents: "read" });
    for (const step of Object.values<Job>(jobs).flatMap(({ steps }) => steps))
      if (step.uses?.startsWith("actions/checkout@"))
        expect(step.with).toEqual({ "persist-credentials": false });
  },
);

describe("of a release", () => {
  const { jobs }: { readonly jobs: { readonly [name: string]: Job } } = parse(textOf("release.yml"));
  const isTrusted = ({ permissions, environment, steps }: Job) =>
    permissions !== undefined || environment !== undefined || JSON.stringify(steps).includes("secrets.");
  const runsCode = ({ steps }: Job) =>
    steps.some(
      ({ run = "", uses = "" }) =>
        uses.startsWith("actions/checkout@") ||
        /\bnpx?\s+(ci|i|install|run|exec|test)\b|\bnpx\b|\.ci\/run|node_modules/.test(run),
    );

  test("no job with a key or a permission runs code of a dependency or of the checkout", () => {
    const all = Object.entries(jobs);
    expect(all.filter(([, job]) => isTrusted(job)).map(([name]) => name)).toEqual(["executables", "npm"]);
    expect(all.filter(([, job]) => runsCode(job)).map(([name]) => name)).toEqual(["test", "build"]);
    expect(textOf("release.yml")).not.toMatch(/^\s+cache: |actions\/cache@/m);
  });

  test("the trusted jobs compare what they publish with the build's list, and fail for a changed file", () => {
    const folder = mkdtempSync(join(tmpdir(), "workflow-"));
    const handover = join(folder, "handover");
    mkdirSync(handover);
    for (const [name, text] of [
      ["a.zip", "zip"],
      ["b.tgz", "package"],
    ] as const)
      writeFileSync(join(handover, name), text);
    const output = join(folder, "output");
    const list = jobs.build?.steps.find(({ id }) => id === "list")?.run ?? "";
    const bash = (script: string, cwd: string, env: NodeJS.ProcessEnv) =>
      spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
        cwd,
        env: { ...process.env, ...env },
        encoding: "utf8",
      }).status;
    expect(bash(list, folder, { GITHUB_OUTPUT: output })).toBe(0);
    const [, DIGEST] = /^digest=([0-9a-f]{64})$/m.exec(readFileSync(output, "utf8")) ?? [];
    const checks = ["executables", "npm"].map(
      (name) => jobs[name]?.steps.find(({ run = "" }) => run.includes("sha256sum"))?.run ?? "",
    );
    expect(new Set(checks).size).toBe(1);
    const [check = ""] = checks;
    expect(bash(check, handover, { DIGEST })).toBe(0);
    writeFileSync(join(handover, "a.zip"), "another");
    expect(bash(check, handover, { DIGEST })).not.toBe(0);
    // Whoever changes a file changes the list beside it.
    spawnSync("bash", ["-c", "sha256sum a.zip b.tgz >checksums"], { cwd: handover });
    expect(bash(check, handover, { DIGEST })).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  test("the zips are attested like the npm package, and publishing runs nothing from npm", () => {
    const attested = jobs.executables?.steps.find(({ uses = "" }) =>
      uses.includes("attest-build-provenance"),
    );
    expect(String(attested?.with?.["subject-path"])).toContain("handover/*.zip");
    const publish = jobs.npm?.steps.flatMap(({ run = [] }) => run).find((run) => run.includes("npm publish"));
    expect(publish).toMatch(/\.tgz --provenance .*--ignore-scripts$/);
  });
});
