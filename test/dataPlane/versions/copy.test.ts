import type { DocumentsRefusedError } from "../../../src/dataPlane";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { fieldsLeftOut } from "../../../src/dataPlane/versions/embedded";
import { FIELDS, FROM, numbered, TO, twoVersions } from "./kit";

const fails = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test("copies all documents, and tells its progress", async () => {
  const on = twoVersions(numbered(9000));
  const { documents, since } = await on.ended(copyDocuments(on.ctx()));
  expect([documents, since]).toEqual([9000, on.clock.now()]);
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
  expect(on.progress.map(({ done, total }) => [done, total])).toEqual([
    [0, null],
    [4000, 9000],
    [8000, 9000],
    [9000, 9000],
  ]);
});

describe("documents that do not fit the new schema", () => {
  const to = [...FIELDS, { name: "price", type: "float", optional: true }];

  test("the others are copied, and the error names the first ten with the server's words", async () => {
    const bad = numbered(12).map((id) => ({ id: `bad ${id}`, price: "cheap" }));
    const on = twoVersions([...numbered(30), ...bad], { to });
    const error = (await fails(on.ended(copyDocuments(on.ctx())))) as DocumentsRefusedError;
    expect(error).toMatchObject({
      name: "DocumentsRefusedError",
      summary: `12 documents do not fit collection "${TO}" of cluster c-1`,
      refused: 12,
    });
    expect(error.first).toHaveLength(10);
    expect(error.detail).toBe(
      [
        "The server rejected these documents:",
        ...error.first.map(({ id, words }) => `  - "${id}": ${words}`),
        "  - and 2 more",
        `Correct the documents in collection "${FROM}", or the schema in the configuration, then apply again.`,
      ].join("\n"),
    );
    expect(error.first[0]).toEqual({ id: "bad 1", words: "Field `price` must be a float." });
    expect((await on.rows(TO)).size).toBe(30);
  });

  test("after a thousand, the rest is not sent", async () => {
    const on = twoVersions(
      numbered(9000).map((id) => ({ id, price: "cheap" })),
      { to },
    );
    const error = (await fails(on.ended(copyDocuments(on.ctx())))) as DocumentsRefusedError;
    expect(error).toMatchObject({
      detail: expect.stringMatching(/^The copy was stopped, because the server rejected too many documents:/),
    });
    expect(error.refused).toBeLessThan(5000);
  });
});

test("a copy that takes too long stops after the current request; what was copied stays", async () => {
  const on = twoVersions(numbered(9000));
  on.hook = async (line) => {
    if (line.startsWith("POST import")) await on.clock.sleep(2_000, on.ctx().signal);
  };
  const error = await fails(on.ended(copyDocuments(on.ctx({ deadline: on.clock.now() + 1_000 }))));
  expect(error).toMatchObject({
    summary: `The time limit was reached while copying documents to collection "${TO}"`,
    detail: "What was copied stays. Apply again to resume, with a longer time limit if necessary.",
  });
  const { size } = await on.rows(TO);
  expect(size >= 4000 && size < 5000).toBe(true);
});

test("a copy that is stopped ends as an interrupt", async () => {
  const on = twoVersions(numbered(9000));
  const stop = new AbortController();
  let imports = 0;
  on.hook = (line) => {
    if (line.startsWith("POST import")) imports += 1;
    if (imports === 2) stop.abort();
  };
  expect(await fails(on.ended(copyDocuments(on.ctx({ signal: stop.signal }))))).toMatchObject({
    name: "InterruptedError",
    summary: `Interrupted while copying documents to collection "${TO}"`,
  });
});

test("an export that is cut off ends the copy, and the rest is found later", async () => {
  const on = twoVersions(numbered(50));
  on.service.addFault({
    match: { operation: "exportDocuments" },
    effect: { kind: "damage", as: "truncated" },
  });
  const { documents } = await on.ended(copyDocuments(on.ctx()));
  expect(documents).toBeLessThan(50);
  expect(on.log.entries).toContainEqual(
    expect.objectContaining({
      message: expect.stringMatching(/is not complete: the documents are compared/),
    }),
  );
});

describe("fields with embed", () => {
  const embed = (model: string, more: object = {}) => ({
    from: ["title"],
    model_config: { model_name: model, ...more },
  });
  const field = (given: object | undefined) => ({ name: "vector", type: "float[]", embed: given });
  const record = (given?: object) => ({ fields: given === undefined ? [] : [given] }) as never;

  test.each<[string, object | undefined, object | undefined, readonly string[]]>([
    ["the same model", field(embed("a")), field(embed("a")), []],
    [
      "the same model with another key",
      field(embed("a", { api_key: "sk-1****" })),
      field(embed("a", { api_key: "x" })),
      [],
    ],
    ["another model", field(embed("a")), field(embed("b")), ["vector"]],
    ["vectors of the application before", field(undefined), field(embed("b")), ["vector"]],
    ["vectors of the application now", field(embed("a")), field(undefined), []],
    ["a new field", undefined, field(embed("a")), []],
  ])("%s", (_, from, to, expected) => {
    expect(fieldsLeftOut(record(from), record(to))).toEqual(expected);
  });
});
