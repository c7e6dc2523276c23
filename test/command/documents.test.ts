import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type NodeScene, nodeScenes } from "../emulator/nodes/support";
import { folder, run } from "./support";

const start = nodeScenes();
const file = folder();
let scene: NodeScene;
let env: Record<string, string>;

const BOOKS = [
  { id: "1", title: "Dune", year: 1965 },
  { id: "2", title: "Emma", year: 1815 },
];
const lines = (documents: readonly unknown[]) => documents.map((one) => `${JSON.stringify(one)}\n`).join("");
const ON_CLUSTER = ["--cluster", "c-1", "--collection", "books"];
const importing = (...words: string[]) => ["documents", "import", ...ON_CLUSTER, ...words];
const exporting = (...words: string[]) => ["documents", "export", ...ON_CLUSTER, ...words];

beforeEach(async () => {
  scene = await start();
  const { emulator, adminKey, ask } = scene;
  env = {
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_DATA_API_KEY: adminKey,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
  };
  const fields = [
    { name: "title", type: "string" },
    { name: "year", type: "int32" },
  ];
  await ask("POST /collections", { json: { name: "books", fields } });
});

const stored = async () => (await scene.ask("GET /collections/books/documents/export")).text;

test("a file goes into the collection of a cluster, and comes out of it", async () => {
  writeFileSync(file("books.jsonl"), lines(BOOKS));
  expect(await run(importing(file("books.jsonl")), { env })).toEqual({
    code: 0,
    out: "",
    err: expect.stringMatching(/Imported 2 of 2 documents into books\.\n$/),
  });
  const exported = await run(exporting(file("out.jsonl")), { env });
  expect(exported).toMatchObject({ code: 0, out: "" });
  expect(exported.err).toMatch(/Exported 2 documents of books to .*out\.jsonl\.\n$/);
  expect(readFileSync(file("out.jsonl"), "utf8").trimEnd()).toBe(lines(BOOKS).trimEnd());
});

test("standard input goes in by the URL of a node, and standard output gets what a filter lets pass", async () => {
  const node = ["--node", scene.emulator.nodeUrl.replace("{hostname}", scene.hostnames[0] ?? "")];
  const without = { SEARCHCLOUD_DATA_API_KEY: scene.adminKey };
  const words = [...node, "--collection", "books"];
  const imported = await run(["documents", "import", ...words, "--json"], {
    env: without,
    stdin: lines(BOOKS),
  });
  expect(imported.code).toBe(0);
  expect(JSON.parse(imported.out)).toEqual({ collection: "books", imported: 2, failed: 0, failures: [] });
  const exported = await run(["documents", "export", ...words, "--filter", "year:<1900"], { env: without });
  expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/^\{[^\n]*"Emma"[^\n]*\}\n?$/) });
});

test("what fails is shown with its line, and written to a file that can be mended and imported", async () => {
  const bad = { id: "3", title: "Ulysses", year: "1922?" };
  const mixed = `${lines(BOOKS.slice(0, 1))}\n${lines([bad])}no JSON\n${lines(BOOKS.slice(1))}`;
  const { code, out, err } = await run(importing("--failed", file("failed.jsonl"), "--json"), {
    env,
    stdin: mixed,
  });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ imported: 2, failed: 2, failures: [{ line: 3 }, { line: 4 }] });
  expect(err).toMatch(
    /Imported 2 of 4 documents into books\.\n2 failed:\n {2}line 3: .*year.*\n {2}line 4: /,
  );
  expect(err).toContain(`They are in ${file("failed.jsonl")}: mend them, and import that file.`);
  expect(readFileSync(file("failed.jsonl"), "utf8")).toBe(`${lines([bad])}no JSON\n`);

  writeFileSync(file("failed.jsonl"), lines([{ ...bad, year: 1922 }]));
  const again = await run(importing("--failed", file("failed.jsonl"), file("failed.jsonl")), { env });
  expect(again.code).toBe(0);
  expect(readFileSync(file("failed.jsonl"), "utf8")).toBe("");
  expect(await stored()).toContain("Ulysses");
});

test("a document that is there already stays, or is replaced, as the action says", async () => {
  const newer = lines([{ ...BOOKS[0], year: 2021 }]);
  await run(importing(), { env, stdin: lines(BOOKS) });
  expect((await run(importing("--action", "create"), { env, stdin: newer })).code).toBe(1);
  expect(await stored()).not.toContain("2021");
  expect((await run(importing(), { env, stdin: newer })).code).toBe(0);
  expect(await stored()).toContain("2021");
});

describe("nothing is changed, and the reason is said, when", () => {
  test("the file cannot be read, or holds no document", async () => {
    expect(await run(importing(file("nowhere.jsonl")), { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining("nowhere.jsonl cannot be read: ENOENT"),
    });
    expect(await run(importing(), { env, stdin: "\n \n" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("There was no document to import"),
    });
  });

  test("the collection is not there; a file that was begun is not left behind", async () => {
    const words = ["documents", "export", "--cluster", "c-1", "--collection", "films", file("films.jsonl")];
    expect(await run(words, { env })).toMatchObject({ code: 1, err: expect.stringContaining("films") });
    expect(readdirSync(dirname(file("films"))).filter((name) => name.startsWith("films"))).toEqual([]);
  });

  test("a file is in the way; --force replaces it", async () => {
    await run(importing(), { env, stdin: lines(BOOKS) });
    writeFileSync(file("mine.jsonl"), "mine");
    expect(await run(exporting(file("mine.jsonl")), { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining("mine.jsonl exists already, and was left alone. --force replaces it."),
    });
    expect(readFileSync(file("mine.jsonl"), "utf8")).toBe("mine");
    expect((await run(exporting("--force", file("mine.jsonl")), { env })).code).toBe(0);
    expect(readFileSync(file("mine.jsonl"), "utf8")).toContain("Emma");
  });

  test("the key is wrong; it is not shown", async () => {
    const wrong = { ...env, SEARCHCLOUD_DATA_API_KEY: "no-such-key" };
    const { code, err } = await run(exporting(file("never.jsonl")), { env: wrong });
    expect(code).toBe(1);
    expect(err).toContain("SEARCHCLOUD_DATA_API_KEY");
    expect(err).not.toContain("no-such-key");
    expect(existsSync(file("never.jsonl"))).toBe(false);
  });
});

test("Ctrl-C ends it within the documents, and what has failed until then is in its file", async () => {
  const stop = new AbortController();
  scene.emulator.addFault({ match: { operation: "importDocuments" }, effect: { kind: "hold" } });
  const running = run(importing("--failed", file("stopped.jsonl")), {
    env,
    stdin: lines(BOOKS),
    signal: stop.signal,
  });
  await scene.emulator.held();
  stop.abort();
  expect((await running).code).toBe(1);
  expect(readFileSync(file("stopped.jsonl"), "utf8")).toBe("");
});
