import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { engines, scripts } from "../../package.json";
import { parsed } from "../examples/pipeline/support/workflow";

const ROOT = resolve(__dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");
const files = readdirSync(FOLDER);
const textOf = (name: string) => readFileSync(join(FOLDER, name), "utf8");

interface Workflow {
  readonly jobs: { readonly [name: string]: { readonly steps: readonly { readonly run?: string }[] } };
}

/** The commands of a workflow, a line each. */
function commandsIn(name: string): string[] {
  const { jobs }: Workflow = parse(textOf(name));
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  return steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);
}

test.each(files)("GitHub's parser has nothing to say about %s", async (name) => {
  expect((await parsed(textOf(name))).errors).toEqual([]);
});

test("the suite runs as it does here, from the oldest Node that is supported on", () => {
  const { node } = parse(textOf("test.yml")).jobs.test.strategy.matrix;
  expect(node).toEqual([20, 22, 24]);
  expect(engines.node).toMatch(/^>=20\./);
  expect(commandsIn("test.yml")).toEqual([".ci/run"]);
});

test.each([
  [{}, 1, /^::error::package\.json names no repository, .* docs\/guides\/releases\.md\n$/],
  [{ repository: { url: "git+https://example.com/a.git" } }, 0, /^$/],
])(
  "a release of a package that says %j is begun or refused before anything is tested",
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

test("a release is tested before it is made, and made by a script that there is", () => {
  const commands = commandsIn("release.yml");
  const used = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(used).toEqual(["release"]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(used));
  const { jobs } = parse(textOf("release.yml"));
  expect([jobs.executables.needs, jobs.npm.needs]).toEqual(["test", "executables"]);
});
