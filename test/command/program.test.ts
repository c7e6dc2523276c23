import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createProgress, progressText } from "../../src/command/progress";
import { terminalOf } from "../../src/command/terminal";
import { folder, run } from "./support";

const EVERY = [
  [[], ["adopt", "documents", "emulator", "install"]],
  [["adopt"], ["--language <name>", "--parameters", "--force", "SEARCHCLOUD_API_KEY"]],
  [["documents"], ["import", "export"]],
  [
    ["documents", "import"],
    ["--cluster <id>", "--node <url>", "--action <action>", "--failed <file>"],
  ],
  [
    ["documents", "export"],
    ["--collection <name>", "--filter <expression>", "--force"],
  ],
  [["emulator"], ["--port <number>", "--tls-key <file>"]],
  [
    ["drift"],
    [
      "--json",
      "--junit <file>",
      "TERRAFORM_BINARY_NAME",
      "Exit codes: 0 no drift, 2 drift or not deployed, 1 failure",
    ],
  ],
  [["install"], ["directory", "terraform.d/plugins"]],
] as const;

test.each(EVERY)("%j --help shows options, exit codes and an example", async (words, shown) => {
  const { code, out, err } = await run([...words, "--help"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const part of shown) expect(out).toContain(part);
  const isOwn = shown.some((part) => part.startsWith("Exit codes: "));
  expect(out.includes("Exit codes: 0 success, 1 failure, invalid usage included")).toBe(!isOwn);
  if (words.length === 0 || words.join() === "documents") return;
  expect(out).toMatch(new RegExp(`^Example:\\n  searchcloud ${words.join(" ")} `, "m"));
});

test("the help of documents names the environment variables", async () => {
  for (const name of ["import", "export"]) {
    const { out } = await run(["documents", name, "--help"]);
    expect(out).toMatch(/SEARCHCLOUD_DATA_API_KEY +data-plane key \(required\)/);
  }
});

const WRONG = [
  ["a misspelt command", ["documnets"], "(Did you mean documents?)"],
  [
    "an unknown option",
    ["documents", "import", "--collection", "a", "--filed", "b"],
    "(Did you mean --failed?)",
  ],
  ["no collection", ["documents", "export", "--cluster", "c-1"], "--collection <name>' not specified"],
  ["an unknown action", ["documents", "import", "--action", "insert"], "upsert, create, update, emplace"],
  [
    "neither cluster nor node",
    ["documents", "import", "--collection", "a"],
    "either --cluster ID or --node URL",
  ],
  [
    "both",
    ["documents", "import", "--collection", "a", "--cluster", "c-1", "--node", "https://a.example"],
    "either --cluster ID or --node URL",
  ],
  [
    "a node without TLS",
    ["documents", "export", "--collection", "a", "--node", "http://a.example"],
    "--node http://a.example would not protect the key",
  ],
] as const;

test.each(WRONG)("%s is invalid usage, and exits with 1: 2 would mean drift", async (_, words, message) => {
  const { code, out, err } = await run(words);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(message);
  expect(err).toMatch(/Try --help\.\n$/);
});

/** Mistyped forms of `searchcloud drift`, and the other commands. */
const MISTYPED = [
  "--json drift",
  "drfit",
  "drift --jsn",
  "--drift",
  "drift stacks --junit",
  "help drfit",
  "",
];
const COMMANDS = [
  "adopt",
  "documents",
  "documents import",
  "documents export",
  "drift",
  "emulator",
  "install",
];

test.each([
  ...MISTYPED,
  ...COMMANDS.flatMap((name) => [`${name} --no-such-option`, `--no-such-option ${name}`]),
])('"searchcloud %s" does not exit with 2, which means drift', async (line) => {
  const { code } = await run(line.split(" ").filter((word) => word !== ""));
  expect(code).toBe(1);
});

test("sends nothing without a data-plane key", async () => {
  const { code, err } = await run([
    "documents",
    "export",
    "--collection",
    "a",
    "--node",
    "https://a.example",
  ]);
  expect(code).toBe(1);
  expect(err).toContain("set the environment variable SEARCHCLOUD_DATA_API_KEY");
});

test("a closed output is not a failure", async () => {
  const child = spawn(join(__dirname, "../../dist/searchcloud.js"), ["--help"]);
  child.stdout.destroy();
  const messages: unknown[] = [];
  child.stderr.on("data", (chunk) => messages.push(String(chunk)));
  expect([await once(child, "close"), messages]).toEqual([[0, null], []]);
});

const FULL = "/dev/full";
(existsSync(FULL) ? test : test.skip).each([["--help"], ["help", "drift"]])(
  "reports a full disk below the output of %j, and never exits with 2",
  async (...words) => {
    const full = openSync(FULL, "w");
    const child = spawn(join(__dirname, "../../dist/searchcloud.js"), words, {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    const messages: unknown[] = [];
    child.stderr?.on("data", (chunk) => messages.push(String(chunk)));
    expect([await once(child, "close"), messages.join("")]).toEqual([
      [1, null],
      "Cannot write the output: ENOSPC: no space left on device, write.\n",
    ]);
  },
);

const at = folder();
const plugin = at("plugin");
writeFileSync(plugin, "#!/usr/bin/env node");

const PLATFORM = Object.getOwnPropertyDescriptor(process, "platform") ?? {};

describe("install", () => {
  test("names the next step if the plugin runs here", async () => {
    mkdirSync(at("linux"));
    const { code, out, err } = await run(["install", at("linux")], { plugin });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/\nNow run: terraform init \(or tofu init\)\n$/);
  });

  test("rejects a target that is not a directory", async () => {
    expect(await run(["install", plugin], { plugin })).toEqual({
      ...{ code: 1, out: "" },
      err: `There is no directory ${plugin}.\n`,
    });
  });

  test("warns on Windows that Terraform cannot start the plugin", async () => {
    mkdirSync(at("windows"));
    Object.defineProperty(process, "platform", { ...PLATFORM, value: "win32" });
    const { code, out, err } = await run(["install", at("windows")], { plugin });
    expect(code).toBe(0);
    expect(out).not.toContain("Now run");
    expect(err).toMatch(
      /^Warning: the plugin is a script, .* will fail on this machine\. Run Terraform in WSL, .*\n$/,
    );
    // The files are written nevertheless, for WSL and remote runs.
    expect(existsSync(at("windows/.terraform.lock.hcl"))).toBe(true);
  });
});

afterEach(() => Object.defineProperty(process, "platform", PLATFORM));

const state = { what: "documents", done: 250, count: 100, total: 1000, seconds: 20 };

test.each([
  ["share, rate and remaining time", {}, "25% | 100 documents (5/s), 1m left"],
  ["hours", { seconds: 3600 }, "25% | 100 documents (0/s), 3h left"],
  ["the end", { done: 1200 }, "100% | 100 documents (5/s), 0s left"],
  ["no total", { total: null }, "100 documents (5/s)"],
  ["nothing done yet", { done: 0, count: 0, seconds: 0 }, "0 documents (0/s)"],
])("shows %s", (_, given, text) => {
  expect(progressText({ ...state, ...given })).toBe(text);
});

test("shows a bar on a terminal, and removes it at the end", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const read = text(stderr);
  const terminal = terminalOf({
    env: {},
    stdin: process.stdin,
    stdout: stderr,
    stderr,
    signal: AbortSignal.timeout(1e6),
    plugin: "",
  });
  const progress = createProgress(terminal, "documents", 100);
  progress.update(50, 7);
  progress.stop();
  stderr.end();
  const shown = await read;
  expect(shown).toMatch(/=+-+/);
  // The line is cleared, and the cursor is visible again.
  const [, after = ""] = shown.split(/left(?!.*left)/s);
  expect(after.split("\u001b")).toEqual(expect.arrayContaining(["[2K", "[?25h"]));
});
