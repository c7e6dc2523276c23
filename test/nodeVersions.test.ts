import { readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { NODE, PLATFORM, pinnedProgram } from "../tools/downloads/pinned";
import { Project, quickstart, ROOT } from "./examples/support/project";
import { type Running, start, terraformPath } from "./support/run";

/** Runs the shipped constructs, emulator and plugin under each release line of Node except the one that runs the tests. */
jest.setTimeout(120_000);
const STACK = "cdktf.out/stacks/search";
const CACHE = "home/.cache/terraform-provider-searchcloud";

/** The quickstart, as its compiler leaves it. */
async function program(): Promise<string> {
  const { transformSync } = await import("esbuild");
  const { "main.ts": text = "" } = await quickstart();
  return transformSync(text, { loader: "ts", format: "cjs", target: "node20" }).code;
}

describe.each([22, 24, 26] as const)("Node %d", (line) => {
  const pinned = NODE[line][PLATFORM];
  if (pinned === undefined) {
    test.skip(`[skipped: the npm registry has none for ${PLATFORM}]`, () => undefined);
    return;
  }
  let node: string;
  let project: Project;
  let emulator: Running;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    node = await pinnedProgram(pinned);
    project = await Project.create({ files: { "main.js": await program() } });
    // The plugin's first line takes the node of the PATH.
    env = {
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      XDG_CACHE_HOME: join(project.home, ".cache"),
      SEARCHCLOUD_POLL_INTERVAL: "20ms",
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
    };
    const flags = ["--port", "0", "--speed", "6000", "--rate", "off"];
    emulator = start(node, [join(ROOT, "dist/searchcloud.js"), "emulator", ...flags], project.directory, {
      PATH: env.PATH,
    });
    let greeting = "";
    emulator.child.stdout?.on("data", (text) => {
      greeting += text;
    });
    await emulator.until("SEARCHCLOUD_API_KEY=");
    for (const [, name = "", value] of greeting.matchAll(/export (SEARCHCLOUD_\w+)='?([^\s']+)/g))
      env[name] = value;
  });

  afterAll(async () => {
    emulator?.interrupt();
    await emulator?.finished;
    await project?.remove();
  });

  const ran = async (command: string, args: readonly string[], cwd?: string) => {
    const { code, output, stdout } = await project.run(command, args, { env, cwd });
    expect([code, output]).toEqual([0, expect.any(String)]);
    return stdout;
  };
  const terraform = (...args: string[]) => ran(terraformPath(), [...args, "-no-color"], STACK);
  /** The chunks in the cache, with when they were written. */
  const cached = () => {
    const folder = join(project.directory, CACHE);
    return readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  };

  test("synthesizes, applies, plans empty with compiled code from the cache, and destroys", async () => {
    const said = await ran(node, ["-p", "process.version + ' ' + process.versions.v8"]);
    const [version, v8] = said.trim().split(" ");
    expect(version).toMatch(new RegExp(`^v${line}\\.`));
    await ran(node, ["main.js"]);
    await terraform("init", "-input=false");
    expect(await terraform("apply", "-input=false", "-auto-approve")).toContain("1 added");
    const left = cached();
    const chunks = left.map(([name]) =>
      String(name)
        .replace(/-[0-9a-f]{16}-/, " ")
        .split(" "),
    );
    expect(chunks.map(([chunk]) => chunk)).toEqual(expect.arrayContaining(["client", "main"]));
    // The name says whose V8 wrote it.
    expect(new Set(chunks.map(([, format]) => format))).toEqual(new Set([`${v8}-${process.arch}`]));
    await terraform("plan", "-input=false", "-detailed-exitcode");
    expect(cached()).toEqual(left);
    expect(await terraform("destroy", "-input=false", "-auto-approve")).toContain("1 destroyed");
  });
});
