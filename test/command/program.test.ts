import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { run } from "./support";

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
      "Exit codes: 0 no drift, 2 drift or not deployed, 1 failed",
    ],
  ],
  [["install"], ["directory", "terraform.d/plugins"]],
] as const;

test.each(EVERY)(
  "%j --help shows options and exit codes; where it does something, an example",
  async (words, shown) => {
    const { code, out, err } = await run([...words, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const part of shown) expect(out).toContain(part);
    const isOwn = shown.some((part) => part.startsWith("Exit codes: "));
    expect(out.includes("Exit codes: 0 done, 1 failed, wrong usage included")).toBe(!isOwn);
    if (words.length === 0 || words.join() === "documents") return;
    expect(out).toMatch(new RegExp(`^Example:\\n  searchcloud ${words.join(" ")} `, "m"));
  },
);

test("the help of what asks the service names the settings", async () => {
  for (const name of ["import", "export"]) {
    const { out } = await run(["documents", name, "--help"]);
    expect(out).toMatch(/SEARCHCLOUD_DATA_API_KEY +data-plane key \(required\)/);
  }
});

const WRONG = [
  ["a word that is close to a command", ["documnets"], "(Did you mean documents?)"],
  [
    "an unknown option",
    ["documents", "import", "--collection", "a", "--filed", "b"],
    "(Did you mean --failed?)",
  ],
  ["no collection", ["documents", "export", "--cluster", "c-1"], "--collection <name>' not specified"],
  [
    "an action that there is not",
    ["documents", "import", "--action", "insert"],
    "upsert, create, update, emplace",
  ],
  [
    "neither cluster nor node",
    ["documents", "import", "--collection", "a"],
    "either --cluster ID, or --node URL",
  ],
  [
    "both",
    ["documents", "import", "--collection", "a", "--cluster", "c-1", "--node", "https://a.example"],
    "either --cluster ID, or --node URL",
  ],
  [
    "a node that would see the key in the clear",
    ["documents", "export", "--collection", "a", "--node", "http://a.example"],
    "--node http://a.example would not protect the key",
  ],
] as const;

test.each(WRONG)(
  "%s is wrong usage, and ends with 1: a pipeline reads 2 as drift",
  async (_, words, says) => {
    const { code, out, err } = await run(words);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(says);
    expect(err).toMatch(/Try --help\.\n$/);
  },
);

/** What a pipeline may have mistyped of `searchcloud drift`, and of every other command. */
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
])('"searchcloud %s" does not end with 2, which is drift', async (line) => {
  const { code } = await run(line.split(" ").filter((word) => word !== ""));
  expect(code).toBe(1);
});

test("without the key of the data plane nothing is sent", async () => {
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

test("output that nobody reads any more is no failure", async () => {
  const child = spawn(join(__dirname, "../../dist/searchcloud.js"), ["--help"]);
  child.stdout.destroy();
  const said: unknown[] = [];
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  expect([await once(child, "close"), said]).toEqual([[0, null], []]);
});

const FULL = "/dev/full";
(existsSync(FULL) ? test : test.skip).each([["--help"], ["help", "drift"]])(
  "a full disk under the output of %j fails in a sentence, and never with 2",
  async (...words) => {
    const full = openSync(FULL, "w");
    const child = spawn(join(__dirname, "../../dist/searchcloud.js"), words, {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    const said: unknown[] = [];
    child.stderr?.on("data", (chunk) => said.push(String(chunk)));
    expect([await once(child, "close"), said.join("")]).toEqual([
      [1, null],
      "The output cannot be written: ENOSPC: no space left on device, write.\n",
    ]);
  },
);
