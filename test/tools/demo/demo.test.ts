import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathFor } from "../../examples/support/project";
import { cleanEnvironment, LEAN_COMMAND_LINE, start } from "../../support/run";

const ROOT = resolve(__dirname, "../../..");
const FOLDER = join(ROOT, "tools/demo");
const SCRIPT = [require.resolve("tsx/cli"), join(FOLDER, "main.ts")];

// The demo checks each of its acts itself. The picture in the README is drawn from this transcript, so this is also what
// keeps the picture true. Clock, ids and requests of the emulator are the same in every run.
const home = mkdtempSync(join(tmpdir(), "home-"));
afterAll(() => rmSync(home, { recursive: true }));

test("the demo succeeds, and its output is the transcript", async () => {
  // What a user may have set for another service, and for terraform, gets in nowhere.
  const foreign = { SEARCHCLOUD_DIALECT: "none", TF_CLI_ARGS_plan: "-none" };
  // In CI, cdktf draws no spinner.
  const quiet = { HOME: home, CI: "1", NODE_OPTIONS: LEAN_COMMAND_LINE, PATH: await pathFor("cdktf") };
  const env = { ...cleanEnvironment(quiet), ...foreign };
  const run = start("npm", ["run", "--silent", "demo", "--", "--no-build"], ROOT, env);
  const { code, stdout, output } = await run.finished;
  expect([code, output]).toEqual([0, expect.any(String)]);
  // When it differs for a good reason: npm run demo -- --record && npm run generate
  expect(stdout).toBe(readFileSync(join(FOLDER, "transcript.txt"), "utf8"));
  // No other project's plugin gets in either, and none of ours out.
  expect(existsSync(join(home, ".terraform.d/plugin-cache"))).toBe(false);
}, 240_000);

test.each<[string, words: string[], env: NodeJS.ProcessEnv, messages: string[]]>([
  [
    "without terraform",
    [],
    { TERRAFORM_BINARY_NAME: "tofu-1.9" },
    ['TERRAFORM_BINARY_NAME names "tofu-1.9"', "https://opentofu.org/docs/intro/install/"],
  ],
  ["with a flag that it does not have", ["--fast"], {}, ["Usage: npm run demo [-- [--no-build] [--record]]"]],
])("%s, it stops before anything else and prints the remedy", async (_, words, env, messages) => {
  const args = [...SCRIPT, ...words];
  const { code, stdout, stderr } = await start(process.execPath, args, ROOT, cleanEnvironment(env)).finished;
  expect([code, stdout]).toEqual([1, ""]);
  for (const message of messages) expect(stderr).toContain(message);
});
