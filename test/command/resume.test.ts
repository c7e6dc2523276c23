import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FaultEffectBody } from "../../src/emulator";
import { environmentOf, type NodeScene, nodeScenes } from "../emulator/dataPlane/support";
import { folder, run } from "./support";

/** `documents import --resume` continues an interrupted import of a file. */
const start = nodeScenes();
const file = folder();
let scene: NodeScene;
let env: Record<string, string>;

beforeEach(async () => {
  scene = await start();
  const { ask } = scene;
  env = environmentOf(scene);
  await ask("POST /collections", { json: { name: "books", fields: [{ name: "year", type: "int32" }] } });
});

const lines = (documents: readonly unknown[]) => documents.map((one) => `${JSON.stringify(one)}\n`).join("");
/** 10,000 lines, in three requests; the second line is rejected. */
const documents = Array.from({ length: 10_000 }, (_, at) =>
  at === 1 ? { id: "bad", year: "no" } : { id: `b${at}`, year: at },
);
const importing = (...words: string[]) =>
  run(["documents", "import", "--cluster", "c-1", "--collection", "books", ...words], { env });
const stops = (nth: number, effect: FaultEffectBody = { kind: "status", status: 400, message: "No more" }) =>
  scene.emulator.addFault({ match: { operation: "importDocuments", nth }, effect });
const sizes = () =>
  scene.emulator
    .journal()
    .filter(({ operation }) => operation === "importDocuments")
    .map(({ status }) => status);
const count = async () => JSON.parse((await scene.ask("GET /collections/books")).text).num_documents;
const beside = (name: string) => readdirSync(dirname(file(name))).filter((one) => one.startsWith(name));

test("continues after the last confirmed line; --failed contains earlier rejections, too", async () => {
  writeFileSync(file("all.jsonl"), lines(documents));
  stops(3);
  const broken = await importing(file("all.jsonl"));
  expect([broken.code, broken.err]).toEqual([
    1,
    expect.stringMatching(/The server confirmed all lines up to line 8000\. .*--resume to continue\.\n$/s),
  ]);
  expect(beside("all")).toEqual(["all.jsonl", expect.stringMatching(/^all\.jsonl\.[0-9a-f]{8}\.resume$/)]);
  scene.emulator.clearFaults();
  scene.emulator.clearJournal();
  const resumed = await importing("--resume", "--json", "--failed", file("all.jsonl"), file("all.jsonl"));
  expect(sizes()).toEqual([200]);
  expect(resumed.err).toMatch(/Resuming after line 8000: 7999 documents already imported\./);
  expect(JSON.parse(resumed.out)).toMatchObject({ imported: 9_999, failed: 1 });
  expect(await count()).toBe(9_999);
  expect(readFileSync(file("all.jsonl"), "utf8")).toBe(lines([documents[1]]));
  expect(beside("all")).toEqual(["all.jsonl"]);
});

test("rejects changed lines before anything is sent", async () => {
  writeFileSync(file("edited.jsonl"), lines(documents));
  stops(2);
  await importing(file("edited.jsonl"));
  scene.emulator.clearFaults();
  scene.emulator.clearJournal();
  for (const others of [lines([{ id: "new", year: 1 }, ...documents]), lines(documents.slice(0, 10))]) {
    writeFileSync(file("edited.jsonl"), others);
    const refused = await importing("--resume", file("edited.jsonl"));
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/the imported lines, up to line 4000, have changed since\. Nothing was sent/),
    ]);
  }
  expect(sizes()).toEqual([]);
  writeFileSync(file("edited.jsonl"), lines(documents));
  const fields = [{ name: "year", type: "int32" }];
  const [old] = scene.emulator.state().collections;
  scene.emulator.dropCollectionOutside("c-1", "books");
  scene.emulator.createCollectionOutside("c-1", { name: "books", fields } as never);
  expect((await importing("--resume", file("edited.jsonl"))).err).toMatch(
    /3999 documents .* is empty\. Nothing was sent/s,
  );
  expect([old?.num_documents, sizes()]).toEqual([3_999, []]);
  scene.emulator.addDocumentsOutside("c-1", "books", [{ id: "b0", year: 0 }]);
  await importing("--resume", file("edited.jsonl"));
  expect(await count()).toBe(6_001);
});

test("does not send a line without an id that may have been sent before", async () => {
  const nameless = documents.map(({ year }, at) => ({ year: at === 1 ? 1 : year }));
  writeFileSync(file("nameless.jsonl"), lines(nameless));
  stops(2, { kind: "reset", when: "after" });
  expect((await importing(file("nameless.jsonl"))).err).not.toContain("--resume");
  scene.emulator.clearFaults();
  const before = await count();
  for (const _ of [1, 2]) {
    const refused = await importing("--resume", file("nameless.jsonl"));
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/after line 4000 were being sent, and line 4001 has no "id".*Nothing was sent/s),
    ]);
  }
  expect(await count()).toBe(before);

  await scene.ask("DELETE /collections/books");
  await scene.ask("POST /collections", {
    json: { name: "books", fields: [{ name: "year", type: "int32" }] },
  });
  stops(2);
  await importing(file("nameless.jsonl"));
  scene.emulator.clearFaults();
  expect((await importing("--resume", file("nameless.jsonl"))).code).toBe(0);
  expect(await count()).toBe(10_000);
});

test("starts at line 1 without a checkpoint; rejects standard input and an invalid checkpoint", async () => {
  writeFileSync(file("fresh.jsonl"), lines([{ id: "1", year: 1 }]));
  const fresh = await importing("--resume", file("fresh.jsonl"));
  expect([fresh.code, fresh.err]).toEqual([0, expect.stringContaining("starting at line 1")]);
  expect(await importing("--resume")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/requires a file/),
  });
  stops(1, { kind: "reset", when: "after" });
  writeFileSync(file("fresh.jsonl"), lines([{ year: 1 }]));
  await importing(file("fresh.jsonl"));
  const [name = ""] = beside("fresh").filter((one) => one.endsWith(".resume"));
  writeFileSync(file(name), "{}");
  expect(await importing("--resume", file("fresh.jsonl"))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/is not a checkpoint of your import\. Nothing was sent/),
  });
});
