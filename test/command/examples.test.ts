import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { runCommand } from "../../src/command/program";
import { type EmulatorServer, startEmulatorServer } from "../../src/emulator";
import { folder, run } from "./support";

/** The examples of `--help`, each in the folder that it needs. That of `drift` runs in test/command/drift. */
const path = folder();
const before = process.cwd();
const KEY = "node-key-of-the-examples";
const BOOK = '{"id":"1","title":"Dune"}';
let emulator: EmulatorServer;
let env: Record<string, string>;

beforeAll(async () => {
  const data = {
    keys: [{ description: "all", actions: ["*"], collections: ["*"], value: KEY }],
    collections: [{ name: "products", fields: [{ name: "title", type: "string" }] }],
  };
  emulator = await startEmulatorServer({
    seed: { clusters: [{ id: "kq3v9x2m7c1d", name: "shop", status: "in_service", data }] },
  });
  env = {
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    SEARCHCLOUD_DATA_API_KEY: KEY,
  };
});
afterAll(async () => {
  process.chdir(before);
  await emulator.close();
});

/** The words of the example, without the command that follows `&&`; in a folder of its own. */
async function example(...command: readonly string[]): Promise<readonly string[]> {
  const { out } = await run([...command, "--help"]);
  const [, line = ""] = /^Example:\n {2}searchcloud (.*)$/m.exec(out) ?? [];
  mkdirSync(path(command.join("-")));
  process.chdir(path(command.join("-")));
  return (line.split(" && ")[0] ?? "").split(" ");
}

test("documents import, then documents export", async () => {
  const words = await example("documents", "import");
  writeFileSync("products.jsonl", `${BOOK}\n`);
  expect(await run(words, { env })).toMatchObject({ code: 0 });
  expect(existsSync("failed.jsonl")).toBe(false);
  expect(await run(await example("documents", "export"), { env })).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync("products.jsonl", "utf8"))).toEqual(JSON.parse(BOOK));
});

test("adopt, then install", async () => {
  const plugin = path("plugin");
  writeFileSync(plugin, "plugin");
  expect(await run(await example("adopt"), { env, plugin })).toMatchObject({ code: 0 });
  expect(readFileSync("search/main.tf", "utf8")).toContain('id = "kq3v9x2m7c1d"');
  expect(await run(await example("install"), { plugin })).toMatchObject({ code: 0 });
  expect(existsSync("terraform.d/plugins")).toBe(true);
});

test("emulator, on a free port", async () => {
  const words = await example("emulator");
  const [stdout, stop] = [new PassThrough(), new AbortController()];
  const terminal = {
    env: {},
    stdin: new PassThrough(),
    stdout,
    stderr: stdout,
    plugin: "",
    signal: stop.signal,
  };
  const ended = runCommand(
    words.map((word) => (word === "8700" ? "0" : word)),
    terminal,
  );
  expect(String(await once(stdout, "data"))).toContain("clock 600 times real time");
  stop.abort();
  expect(await ended).toBe(0);
});
