import { readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { NODE, PLATFORM, pinnedProgram } from "../tools/downloads/pinned";
import { blocksOf } from "./examples/support/markdown";
import { Project, quickstart, ROOT } from "./examples/support/project";
import { LEAN_COMMAND_LINE, type Running, start, terraformPath } from "./support/run";

/** Runs the shipped constructs, emulator and plugin under each release line of Node except the one that runs the tests. */
jest.setTimeout(120_000);
const STACK = "cdktf.out/stacks/search";
const CACHE = "home/.cache/terraform-provider-searchcloud";

const GUIDE = readFileSync(join(ROOT, "docs/guides/node.md"), "utf8").replace(/^ {3}(?=\S)/gm, "");
/** The command lines that the guide's table lists, in the order of its columns. */
const COMMAND_LINES = ["cdktf", "cdktn"] as const;

/** Returns the cells of the guide's table about the command lines, which are with a release line of Node. */
function supportOf(line: number): string[] {
  const [, , ...cells] = new RegExp(`^\\| ${line}\\b(.*) \\|$`, "m").exec(GUIDE)?.[0].split(" | ") ?? [];
  return cells.map((cell) => cell.replace(/ \|$/, ""));
}

/** The blocks of the guide: the messages, and the commands without cdktf's own. */
const [NOT_INSTALLED, NOT_STARTED, COMMANDS] = blocksOf(GUIDE).map(({ text }) => text.trim());

test("the guide lists the lines that are tested, and the one that the package needs", () => {
  const { engines, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const rows = [...GUIDE.matchAll(/^\| (\d+)(?: or later)? \|/gm)].map(([, line]) => Number(line));
  expect(GUIDE).toContain(`\n| ${engines.node.slice(2)} or later | yes | yes | no |\n`);
  expect(rows).toEqual([...Object.keys(NODE).map(Number)]);
  const named = /\| Node \| this package \| `cdktf` (\S+) \| `cdktn` (\S+) \|/.exec(GUIDE)?.slice(1);
  expect(named?.map((version) => `^${version}.0`)).toEqual([devDependencies.cdktf, devDependencies.cdktn]);
});

test("the message of an installation without a compiler is that of the native module", () => {
  const native = join(ROOT, "node_modules/@cdktf/node-pty-prebuilt-multiarch/scripts");
  const [quoted = ""] = NOT_INSTALLED?.split(" linux") ?? [];
  expect(readFileSync(join(native, "check-prebuild.js"), "utf8")).toContain(quoted);
});

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
    project = await Project.create({ files: await quickstart() });
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
    if (code !== 0) throw new Error(output);
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
    // As the guide describes it for those who cannot run cdktf's command line.
    const commands = ["set -e", COMMANDS?.replace(/(?<=apply)$/m, " -input=false -auto-approve")].join("\n");
    expect(await ran("bash", ["-c", commands])).toContain("1 added");
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

  test.each(COMMAND_LINES)("the command line of %s runs as the guide says", async (library) => {
    const support = supportOf(line)[COMMAND_LINES.indexOf(library)];
    const program = (await quickstart())["main.ts"]?.replace(/"cdktf(-\w+-\w+)?"/g, (name, ours) => {
      return library === "cdktf" ? name : ours ? `"cdktf${ours}/cdktn"` : '"cdktn"';
    });
    const files = { ...(await quickstart()), "main.ts": program ?? "" };
    const separate = await Project.create({ library, files });
    try {
      const bin = `node_modules/.bin/${library}`;
      const lean = { PATH: env.PATH, NODE_OPTIONS: LEAN_COMMAND_LINE };
      const synth = await separate.run(bin, ["synth"], { env: lean });
      if (support !== "[no](#newer)")
        expect([synth.code, synth.output]).toEqual([0, expect.stringContaining("search")]);
      else {
        expect([synth.code, synth.output]).toEqual([1, expect.stringContaining(NOT_STARTED ?? "")]);
        const help = await separate.run(bin, ["--help"], { env: lean });
        expect([help.code, help.output]).toEqual([0, expect.stringContaining("cdktf deploy")]);
      }
    } finally {
      await separate.remove();
    }
  });
});
