import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cluster, oneScene } from "./acceptance/support";
import { BUILT } from "./support/built";
import { cleanEnvironment } from "./support/run";

/** SECURITY.md says what is defended, against whom, and what is not, and names the test of each line. */
const ROOT = resolve(__dirname, "..");
const PAGE = readFileSync(join(ROOT, "SECURITY.md"), "utf8");

interface Line {
  readonly text: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The lines of a list below a heading of the second level. */
function linesBelow(heading: string): Line[] {
  const [, section = ""] = PAGE.split(`\n## ${heading}\n`);
  const [own = ""] = section.split(/^## /m);
  return own
    .split(/^(?=- |#)/m)
    .filter((part) => part.startsWith("- "))
    .map((text) => ({
      text,
      tests: [...text.matchAll(/\[test\]\((\S+) "(.*)"\)/g)].map(([, file = "", title = ""]) => ({
        file,
        title,
      })),
    }));
}

const lines = ["What is defended, and against whom", "What is not defended"].flatMap(linesBelow);
const tests = lines.flatMap((line) => line.tests);

test("every line names a test", () => {
  expect(lines.length).toBeGreaterThan(25);
  expect(lines.filter((line) => line.tests.length === 0).map(({ text }) => text)).toEqual([]);
});

test.each(tests.map(({ file, title }) => [file, title] as const))("%s: %s", (file, title) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  // A title with quotes in it stands between other ones.
  const text = readFileSync(join(ROOT, file), "utf8");
  expect(['"', "'", "`"].some((quote) => text.includes(`${quote}${title}${quote}`))).toBe(true);
});

describe("what is not defended is so", () => {
  const on = oneScene();

  test("a saved plan holds a management key of the configuration, and none of the environment", async () => {
    const saved = async (settings?: string) => {
      await on.write(cluster(), settings);
      await on.workspace.plan(["-out=plan.out"]);
      return (await on.workspace.terraform(["show", "-json", "plan.out"])).stdout;
    };
    expect(await saved()).not.toContain(on.emulator.key);
    expect(await saved(`api_key = "${on.emulator.key}"`)).toContain(on.emulator.key);
  });

  test("what NODE_OPTIONS names runs in the plugin before the plugin does", () => {
    const folder = mkdtempSync(join(tmpdir(), "security-"));
    const code = join(folder, "code.cjs");
    writeFileSync(code, 'process.stdout.write("before"); process.exit(7);');
    const env = cleanEnvironment({ NODE_OPTIONS: `--require ${code}` });
    const { status, stdout } = spawnSync(BUILT, { env, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect([status, stdout]).toEqual([7, "before"]);
  });
});
