import { execFileSync } from "node:child_process";
import {
  createReadStream,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { environmentOf, type NodeScene, nodeScenes } from "../emulator/dataPlane/support";
import { control } from "../emulator/support";
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
  const { ask } = scene;
  env = environmentOf(scene);
  const fields = [
    { name: "title", type: "string" },
    { name: "year", type: "int32" },
  ];
  await ask("POST /collections", { json: { name: "books", fields } });
});

const stored = async () => (await scene.ask("GET /collections/books/documents/export")).text;

test("imports a file into the collection of a cluster, and exports it again", async () => {
  writeFileSync(file("books.jsonl"), lines(BOOKS));
  expect(await run(importing(file("books.jsonl")), { env })).toEqual({
    code: 0,
    out: "",
    err: expect.stringMatching(/Imported 2 of 2 documents into books\.\n$/),
  });
  const exported = await run(exporting(file("out.jsonl")), { env });
  expect(exported).toMatchObject({ code: 0, out: "" });
  expect(exported.err).toMatch(/Exported 2 documents of books to .*out\.jsonl\.\n$/);
  expect(readFileSync(file("out.jsonl"), "utf8")).toBe(lines(BOOKS));
});

test("imports standard input by the URL of a node, and exports filtered documents to standard output", async () => {
  const node = ["--node", scene.emulator.nodeUrl.replace("{hostname}", scene.hostnames[0] ?? "")];
  const without = { SEARCHCLOUD_DATA_API_KEY: scene.adminKey };
  const words = [...node, "--collection", "books"];
  const imported = await run(["documents", "import", ...words, "--json"], {
    env: without,
    stdin: lines(BOOKS),
  });
  expect(imported.code).toBe(0);
  expect(JSON.parse(imported.out)).toEqual({
    collection: "books",
    imported: 2,
    existing: 0,
    failed: 0,
    failures: [],
  });
  const exported = await run(["documents", "export", ...words, "--filter", "year:<1900"], { env: without });
  expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/^\{[^\n]*"Emma"[^\n]*\}\n?$/) });
});

test("reports failed documents with their lines, and writes them to a file that can be fixed and imported", async () => {
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
  expect(err).toContain(`They are in ${file("failed.jsonl")}: fix them, then import that file.`);
  expect(readFileSync(file("failed.jsonl"), "utf8")).toBe(`${lines([bad])}no JSON\n`);

  writeFileSync(file("failed.jsonl"), lines([{ ...bad, year: 1922 }]));
  const again = await run(importing("--failed", file("failed.jsonl"), file("failed.jsonl")), { env });
  expect(again.code).toBe(0);
  expect(readFileSync(file("failed.jsonl"), "utf8")).toContain("Ulysses");
  expect(await stored()).toContain("Ulysses");
});

test("keeps or replaces an existing document, depending on the action", async () => {
  const newer = lines([{ ...BOOKS[0], year: 2021 }]);
  await run(importing(), { env, stdin: lines(BOOKS) });
  expect((await run(importing("--action", "create"), { env, stdin: newer })).code).toBe(1);
  expect(await stored()).not.toContain("2021");
  expect((await run(importing(), { env, stdin: newer })).code).toBe(0);
  expect(await stored()).toContain("2021");
});

describe("changes nothing and reports the reason if", () => {
  test.each(["", "-"])("--failed %j is not a file", async (name) => {
    const { code, err } = await run(
      ["documents", "import", "--node", "http://127.0.0.1:9", "--collection", "a", "--failed", name],
      { env: { SEARCHCLOUD_DATA_API_KEY: "k" }, stdin: '{"id":"1"}\n' },
    );
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^--failed ".?" is not a file\. Use \/dev\/stdout /),
    ]);
  });

  test("the file cannot be read or is empty", async () => {
    expect(await run(importing(file("nowhere.jsonl")), { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining("nowhere.jsonl cannot be read: ENOENT"),
    });
    expect(await run(importing(), { env, stdin: "\n \n" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing to import: the input is empty."),
    });
  });

  test("the collection is missing; no incomplete file is left behind", async () => {
    const words = ["documents", "export", "--cluster", "c-1", "--collection", "films", file("films.jsonl")];
    expect(await run(words, { env })).toMatchObject({ code: 1, err: expect.stringContaining("films") });
    expect(readdirSync(dirname(file("films"))).filter((name) => name.startsWith("films"))).toEqual([]);
  });

  test("the output exists; --force replaces it", async () => {
    await run(importing(), { env, stdin: lines(BOOKS) });
    writeFileSync(file("mine.jsonl"), "mine");
    expect(await run(exporting(file("mine.jsonl")), { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining("mine.jsonl already exists and was not changed. Replace it with --force."),
    });
    expect(readFileSync(file("mine.jsonl"), "utf8")).toBe("mine");
    expect((await run(exporting("--force", file("mine.jsonl")), { env })).code).toBe(0);
    expect(readFileSync(file("mine.jsonl"), "utf8")).toContain("Emma");
  });

  test("the key is wrong, without showing it", async () => {
    const wrong = { ...env, SEARCHCLOUD_DATA_API_KEY: "no-such-key" };
    const { code, err } = await run(exporting(file("never.jsonl")), { env: wrong });
    expect(code).toBe(1);
    expect(err).toContain("SEARCHCLOUD_DATA_API_KEY");
    expect(err).not.toContain("no-such-key");
    expect(existsSync(file("never.jsonl"))).toBe(false);
  });
});

describe("the file of --failed", () => {
  const KEPT = '{"id":"9","title":"From before","year":1}\n';
  const failed = () => file("kept.jsonl");
  beforeEach(() => writeFileSync(failed(), KEPT));

  test.each<[string, string | null]>([
    ["that is the input", null],
    ["beside the input", lines(BOOKS)],
  ])("%s, stays as it is when nothing failed, whatever ended the import", async (_, stdin) => {
    const words = importing("--failed", failed(), ...(stdin === null ? [failed()] : []));
    const given = { env, ...(stdin !== null && { stdin }) };
    const wrong = { ...given, env: { ...env, SEARCHCLOUD_DATA_API_KEY: "no-such-key" } };
    expect((await run(words, wrong)).code).toBe(1);

    const stop = new AbortController();
    scene.emulator.addFault({ match: { operation: "importDocuments" }, effect: { kind: "hold" } });
    const running = run(words, { ...given, signal: stop.signal });
    await scene.emulator.held();
    stop.abort();
    const stopped = await running;
    expect([stopped.code, stopped.err]).toEqual([1, expect.stringMatching(/was interrupted/)]);
    scene.emulator.releaseHolds();

    expect((await run(importing("--failed", failed()), { env, stdin: "\n" })).code).toBe(1);
    expect((await run(words, given)).code).toBe(0);
    expect(readFileSync(failed(), "utf8")).toBe(KEPT);
    expect(readdirSync(dirname(failed())).filter((name) => name.startsWith("kept"))).toEqual(["kept.jsonl"]);
  });

  /** 4,000 lines, of which the second is rejected, and more in a request that fails. */
  const many = lines([
    BOOKS[0],
    { id: "bad" },
    ...Array.from({ length: 4000 }, (_, id) => ({ id: `n${id}`, title: "N", year: id })),
  ]);
  const broken = (words: readonly string[], stdin?: string) => {
    scene.emulator.addFault({
      match: { operation: "importDocuments", nth: 2 },
      effect: { kind: "status", status: 400, message: "No more" },
    });
    return run(words, { env, ...(stdin !== undefined && { stdin }) });
  };

  test("contains the failures of an interrupted import; the message says that the rest is only in the input", async () => {
    const { code, err } = await broken(importing("--failed", file("some.jsonl")), many);
    expect(code).toBe(1);
    expect(err).toMatch(
      /3999 documents were imported, 1 was rejected.*No more.*The 1 document that has failed so far is in .*some\.jsonl/s,
    );
    expect(readFileSync(file("some.jsonl"), "utf8")).toBe('{"id":"bad"}\n');
  });

  test("is not changed if it is the input, even through a link, because it contains unsent documents", async () => {
    writeFileSync(file("input.jsonl"), many);
    symlinkSync(file("input.jsonl"), file("link.jsonl"));
    const { code, err } = await broken(importing("--failed", file("link.jsonl"), file("input.jsonl")));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /link\.jsonl is the input and was not changed\.\nThe server confirmed all lines up to line 4000\./,
      ),
    ]);
    expect(readFileSync(file("input.jsonl"), "utf8")).toBe(many);
  });
});

describe("an incomplete export", () => {
  const fault = (effect: Parameters<typeof scene.emulator.addFault>[0]["effect"]) =>
    scene.emulator.addFault({ match: { operation: "exportDocuments" }, effect });
  const named = (name: string) => readdirSync(dirname(file("x"))).filter((one) => one.startsWith(name));
  beforeEach(() => run(importing(), { env, stdin: lines(BOOKS) }));

  test("leaves no file if it was interrupted, and an .incomplete one if documents are missing at the end", async () => {
    fault({ kind: "reset", when: "midway" });
    const cut = await run(exporting(file("cut.jsonl")), { env });
    expect([cut.code, cut.err]).toEqual([
      1,
      expect.stringMatching(/not complete\n.* [01] of 2 documents had arrived/),
    ]);
    expect(named("cut")).toEqual([]);

    fault({ kind: "answer", status: 200, json: BOOKS[0] });
    const short = await run(exporting(file("short.jsonl")), { env });
    expect([short.code, short.err]).toEqual([
      1,
      expect.stringMatching(
        /reports 2 documents, both before and after the export, but sent 1.*\nThe documents received so far are in .*\.incomplete\./,
      ),
    ]);
    expect(named("short")).toEqual([expect.stringMatching(/^short\.jsonl\.[0-9a-f]{8}\.incomplete$/)]);
  });

  test("exits with 1 on standard output, too, and does not replace a file in spite of --force", async () => {
    fault({ kind: "damage", as: "html" });
    expect((await run(exporting(), { env })).code).toBe(1);
    writeFileSync(file("old.jsonl"), "old");
    fault({ kind: "reset", when: "midway" });
    expect((await run(exporting("--force", file("old.jsonl")), { env })).code).toBe(1);
    expect(readFileSync(file("old.jsonl"), "utf8")).toBe("old");
  });

  test("is not detected without permission to count, which a note and the JSON report", async () => {
    const key = await scene.ask("POST /keys", {
      json: { description: "x", actions: ["documents:export"], collections: ["books"] },
    });
    const { value } = key.body as { value: string };
    const { code, out, err } = await run(exporting("--json", file("uncounted.jsonl")), {
      env: { ...env, SEARCHCLOUD_DATA_API_KEY: value },
    });
    expect([code, JSON.parse(out)]).toEqual([0, { collection: "books", exported: 2, verified: false }]);
    expect(err).toMatch(/was not checked, because .*collections:get/);
  });
});

test("export and --failed write to pipes without replacing them", async () => {
  for (const name of ["out", "failed"]) execFileSync("mkfifo", [file(`${name}.pipe`)]);
  const read = (name: string) => text(createReadStream(file(`${name}.pipe`)));
  const failed = read("failed");
  await run(importing("--failed", file("failed.pipe")), { env, stdin: `${lines(BOOKS)}{"id":"bad"}\n` });
  expect(await failed).toBe('{"id":"bad"}\n');
  const out = read("out");
  expect((await run(exporting(file("out.pipe")), { env })).code).toBe(0);
  expect(await out).toBe(lines(BOOKS));
  for (const name of ["out", "failed"]) expect(lstatSync(file(`${name}.pipe`)).isFIFO()).toBe(true);
});

test("does not replace a file that appears during an export without --force", async () => {
  await run(importing(), { env, stdin: lines(BOOKS) });
  scene.emulator.addFault({ match: { operation: "exportDocuments" }, effect: { kind: "hold" } });
  const running = run(exporting(file("meanwhile.jsonl")), { env });
  await scene.emulator.held();
  writeFileSync(file("meanwhile.jsonl"), "theirs");
  scene.emulator.releaseHolds();
  const { code, err } = await running;
  const [, kept = ""] = /The new content is in (.*)\.\n$/.exec(err) ?? [];
  expect([code, readFileSync(file("meanwhile.jsonl"), "utf8"), readFileSync(kept, "utf8")]).toEqual([
    1,
    "theirs",
    lines(BOOKS),
  ]);
});

test("after a killed run, create counts identical documents as imported", async () => {
  await run(importing("--action", "create"), { env, stdin: lines(BOOKS) });
  const again = await run(importing("--action", "create"), { env, stdin: lines(BOOKS) });
  expect(again).toMatchObject({
    code: 0,
    err: expect.stringMatching(
      /Imported 2 of 2 documents into books \(2 of them already existed and are identical\)\.\n$/,
    ),
  });
});

test("warns about documents without an id before sending them, and after Ctrl-C about duplicates by another run", async () => {
  const stop = new AbortController();
  scene.emulator.addFault({
    match: { operation: "importDocuments" },
    effect: { kind: "hold", when: "after" },
  });
  const running = run(importing(), { env, stdin: '{"title":"Dune","year":1965}\n', signal: stop.signal });
  await scene.emulator.held();
  stop.abort();
  const { code, err } = await running;
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Line 1 has no "id".*\n.*was interrupted\n.*1 has no "id": running the same import again stores twice/s,
  );
  expect(err).not.toMatch(/Nothing is lost/);
});

test("with a node that lags behind, an export and a create use the nodes that have all documents", async () => {
  const three = { high_availability: "yes", high_availability_node_count: "3" };
  const { emulator, hostnames, adminKey, ask } = await start({
    seed: { clusters: [{ id: "c-1", status: "in_service", ...three }] },
  });
  const schema = { name: "books", fields: [{ name: "title", type: "string" }] };
  await ask("POST /collections", { json: schema });
  const [leader = "", late = ""] = hostnames;
  expect((await control(emulator, `POST /nodes/${late}/lag`, {})).status).toBe(200);
  await ask("POST /collections/books/documents/import", { text: lines(BOOKS) });

  const nodes = [late, leader].flatMap((host) => ["--node", emulator.nodeUrl.replace("{hostname}", host)]);
  const words = [...nodes, "--collection", "books"];
  const given = { env: { SEARCHCLOUD_DATA_API_KEY: adminKey }, stdin: lines(BOOKS) };
  const exported = await run(["documents", "export", ...words], given);
  expect([exported.code, exported.out]).toEqual([0, expect.stringMatching(/^(\{.*\}\n){2}$/)]);
  expect(await run(["documents", "import", ...words, "--action", "create"], given)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/2 of them already existed and are identical/),
  });
});
