import { linesOf } from "../../../src/api/dataPlane/jsonLines";
import type { ImportAction } from "../../../src/api/dataPlane/requests";
import { InterruptedError } from "../../../src/client";
import type { ImportFailedError } from "../../../src/dataPlane";
import { type FailedDocument, importDocuments } from "../../../src/dataPlane/documents/import";
import { failing } from "../../provider/kit";
import { type Answer, FORBIDDEN, nodesOf, type Stock, text } from "./kit";

const DONE = '{"success":true}';
const EXISTS = '{"success":false,"code":409,"error":"A document with id 1 already exists."}';
const LOST = failing("lost_write", null, "No answer");
const INTO = 'collection "catalog" of cluster c-1';

/** Documents with the ids 0, 1, 2 and so on. */
const documents = (count: number) => Array.from({ length: count }, (_, id) => `{"id":"${id}"}`).join("\n");

/** An import, of which each request is answered in turn; what it came to. */
async function importing(
  lines: string,
  answers: readonly Answer[],
  action: ImportAction = "upsert",
  stock: Stock = {},
) {
  const { nodes, bodies, slept, calls } = nodesOf(answers, stock);
  const warned: number[] = [];
  const failed: FailedDocument[] = [];
  const steps: number[] = [];
  const done = importDocuments(nodes, { collection: "catalog", action }, linesOf(text(lines)), {
    signal: new AbortController().signal,
    onFailed: (one) => failed.push(one),
    onProgress: ({ imported }) => steps.push(imported),
    onWithoutId: ({ number }) => warned.push(number),
  });
  const [result] = await Promise.allSettled([done]);
  const refused = failed.map(({ line, words }) => [line.number, words]);
  return { result, refused, steps, bodies: bodies(), slept: slept(), calls: calls(), warned };
}
const came = (imported: number, failed = 0, existing = 0) => ({
  status: "fulfilled",
  value: { imported, existing, failed },
});
const ended = (summary: string, detail: RegExp) => ({
  status: "rejected",
  reason: expect.objectContaining({ summary, detail: expect.stringMatching(detail) }),
});

test("documents go in requests of 4,000 lines, one after the other; all answers count", async () => {
  const all = documents(9000);
  const run = await importing(
    all,
    [4000, 4000, 1000].map((count) => [`${DONE}\n`.repeat(count)]),
  );
  expect(run).toMatchObject({ result: came(9000), steps: [4000, 8000, 9000] });
  expect(run.bodies.join("").trimEnd()).toBe(all);
});

test("what is refused is told with its line in the file, also where blank lines are left out; the rest is in", async () => {
  const refused = '{"success":false,"error":"Bad\\n\\tJSON."}';
  const run = await importing('\n{"id":"1"}\n\r\n{"id":"2"}\n{"id":"3"}', [
    [`${DONE}\n${refused}`, `\n${DONE}`],
  ]);
  expect(run).toMatchObject({ result: came(2, 1), refused: [[4, "Bad JSON."]] });
  expect(run.bodies).toEqual(['{"id":"1"}\n{"id":"2"}\n{"id":"3"}\n']);
});

test("the old form of the answer is one object", async () => {
  const old = {
    items: [{ success: true }, { success: false, error: "no" }],
    num_imported: 1,
    success: false,
  };
  const run = await importing(documents(2), [[JSON.stringify(old)]]);
  expect(run).toMatchObject({ result: came(1, 1), refused: [[2, "no"]] });
});

describe("an answer that is lost", () => {
  test.each<[string, ImportAction, Answer, resent: number[], Answer, ReturnType<typeof came>]>([
    ["as a whole", "upsert", [LOST], [0, 1, 2], [`${DONE}\n`.repeat(3)], came(3)],
    ["after a line", "emplace", [`${DONE}\n`, LOST], [1, 2], [`${DONE}\n`.repeat(2)], came(3)],
    ["within a line", "upsert", [`${DONE}\n{"succ`, LOST], [1, 2], [`${DONE}\n`.repeat(2)], came(3)],
    ["after a refusal", "upsert", [`${EXISTS}\n`, LOST], [1, 2], [`${DONE}\n`.repeat(2)], came(2, 1)],
  ])("%s: the lines without one are sent again (%s)", async (_, action, first, resent, second, result) => {
    const run = await importing(documents(3), [first, second], action);
    expect(run).toMatchObject({ result, slept: [750] });
    expect(run.bodies[1]).toBe(resent.map((id) => `{"id":"${id}"}\n`).join(""));
  });

  test("after the last line is none", async () => {
    await expect(importing(documents(1), [[`${DONE}\n`, LOST]])).resolves.toMatchObject({
      result: came(1),
      slept: [],
    });
  });

  test("of documents without an id is an error that says which lines may be doubled; an update sends them again", async () => {
    const lines = `${documents(2)}\n{"title":"a"}`;
    const answers: Answer[] = [[`${DONE}\n`, LOST], [`${DONE}\n`.repeat(2)]];
    const { result, bodies } = await importing(lines, answers);
    expect(result).toEqual(
      ended(
        `The import into ${INTO} failed, and some documents have no id`,
        /^1 document is known to be imported; imported documents stay\. The answers for lines 2 to 3 never arrived.* were not sent again.*Of the documents that were sent, 1 has no .*only what follows line 1 \(of a file: tail -n \+2\), once you know.*No answer/s,
      ),
    );
    expect(bodies).toHaveLength(1);
    await expect(importing(lines, answers, "update")).resolves.toMatchObject({ result: came(3) });
  });

  test("is none where a node turns the request away: it is sent again, also without ids, and what exists did before", async () => {
    const turnedAway = failing("lost_write", 503, "Not Ready or Lagging");
    const lines = '{"title":"a"}\n{"id":"1"}';
    const run = await importing(lines, [[turnedAway], [`${DONE}\n${EXISTS}`]], "create");
    expect(run).toMatchObject({ result: came(1, 1), slept: [750] });
  });

  test("is one where something else than a node answers 503: the work may be done", async () => {
    const { result, bodies } = await importing('{"title":"a"}', [[failing("lost_write", 503, "<html>")]]);
    expect(result).toEqual(ended(`The import into ${INTO} failed, and some documents have no id`, /line/));
    expect(bodies).toHaveLength(1);
  });

  test("again and again ends it, with what is in; an answer begins the patience anew", async () => {
    const never = Array<Answer>(20).fill([LOST]);
    const { result, slept } = await importing(documents(2), [[`${DONE}\n`, LOST], ...never]);
    expect(result).toEqual(
      ended(
        `The import into ${INTO} failed`,
        /^1 document is known to be imported; imported documents stay\. Then: No answer/,
      ),
    );
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(120_000);
    expect(slept.slice(0, 3)).toEqual([750, 1500, 3000]);
  });
});

test.each<[string, Answer, RegExp]>([
  [
    "fewer answers than documents",
    [DONE],
    /^1 document is known.*answers for 1 of the 2 .*line 2 was imported\. You can run the same import again/,
  ],
  [
    "more of them",
    [`${DONE}\n`.repeat(3)],
    /^2 documents were imported.*answers for 3 of the 2 documents sent last\. You can run the same import/,
  ],
  [
    "something else",
    ["<html>"],
    /^0 documents are known.*not JSON\. .*lines 1 to 2 were imported\. You can.*Check that the address/,
  ],
])(
  "%s: not of the expected form, and not sent again; what became of which lines is open",
  async (_, answer, detail) => {
    const { result, bodies } = await importing(documents(2), [answer]);
    expect(result).toEqual(
      ended(`The answer to an import into ${INTO} does not have the expected form`, detail),
    );
    expect(bodies).toHaveLength(1);
  },
);

test("an answer of another form to documents without an id: another import may double them, which the error says", async () => {
  const { result } = await importing('{"title":"a"}', [["<html>"]]);
  expect(result).toMatchObject({
    reason: { detail: expect.stringMatching(/line 1 was imported.*stores twice/) },
  });
});

describe("create: a document that is there already", () => {
  const there = (id: number) =>
    `{"success":false,"code":409,"error":"A document with id ${id} already exists."}`;
  const all = [0, 1, 2].map(there).join("\n");
  const [same, other] = [{ id: "0" }, { id: "1", title: "other" }];

  test.each<[string, Stock, ReturnType<typeof came>, refused: unknown[]]>([
    [
      "the same, counts as imported",
      { stored: { 0: same, 1: { id: "1" }, 2: { id: "2" } } },
      came(3, 0, 3),
      [],
    ],
    [
      "another one, is refused in words that say so",
      { stored: { 0: same, 1: other, 2: { id: "2" } } },
      came(2, 1, 2),
      [[2, "A document with id 1 already exists. It differs from this one."]],
    ],
    [
      "and cannot be read, is refused: nobody knows",
      { stored: { 0: FORBIDDEN } },
      came(0, 3),
      [1, 2, 3].map((line) => [line, expect.stringMatching(/It could not be compared with this one: /)]),
    ],
    [
      "and is gone when it is read, is refused",
      { stored: { 0: same, 2: { id: "2" } } },
      came(2, 1, 2),
      [[2, expect.stringMatching(/could not be compared with this one: no node that was asked has it\.$/)]],
    ],
  ])("%s", async (_, stock, result, refused) => {
    const run = await importing(documents(3), [[all]], "create", stock);
    expect([run.result, run.refused]).toMatchObject([result, refused]);
  });

  test("after a request that was lost is no proof that this one has brought it in", async () => {
    const stock = { stored: { 0: same, 1: other, 2: { id: "2" } } };
    const run = await importing(documents(3), [[LOST], [all]], "create", stock);
    expect([run.result, run.refused]).toMatchObject([came(2, 1, 0), [[2, expect.stringMatching(/differs/)]]]);
  });

  test("is read once for each of them, and not at all by other actions", async () => {
    const stock = { stored: { 0: same, 1: other, 2: { id: "2" } } };
    expect((await importing(documents(3), [[all]], "create", stock)).calls.sort()).toEqual([
      "getCollection",
      "getDocument",
      "getDocument",
      "getDocument",
    ]);
    expect((await importing(documents(3), [[all]], "upsert", stock)).calls).toEqual([]);
  });

  test("is not asked for again once a key may not read", async () => {
    const many = Array.from({ length: 4001 }, (_, id) => there(id))
      .join("\n")
      .split("\n");
    const answers: Answer[] = [[many.slice(0, 4000).join("\n")], [many.slice(4000).join("\n")]];
    const stored = Object.fromEntries(many.map((_, id) => [id, FORBIDDEN]));
    const { calls, result } = await importing(documents(4001), answers, "create", { stored });
    expect(result).toMatchObject(came(0, 4001));
    expect(calls.length).toBeLessThanOrEqual(8);
  });
});

describe("documents without an id", () => {
  const some = '{"id":"1"}\n{"title":"a"}\n{"title":"b"}';

  test("are told before they are sent, once; an update brings none in", async () => {
    const done: Answer[] = [[`${DONE}\n`.repeat(3)]];
    expect((await importing(some, done)).warned).toEqual([2]);
    expect((await importing(some, done, "update")).warned).toEqual([]);
    expect((await importing('[]\n{"a":{"id":"1"}}\n"x"', done)).warned).toEqual([2]);
  });

  test.each<[string, string, ImportAction, RegExp]>([
    [
      "with ids",
      documents(2),
      "upsert",
      /lines 1 to 2 were imported\. You can run the same import again: every document that was sent has an "id"/,
    ],
    [
      "with ids, create",
      documents(2),
      "create",
      /none is stored twice; those already stored unchanged count/,
    ],
    ["without, update", some, "update", /You can run the same import again: it creates no documents\.$/],
    [
      "without",
      some,
      "upsert",
      /2 have no "id": running the same import again stores twice.*compare the number of documents/s,
    ],
  ])("a stop in the middle says what is true: %s", async (_, lines, action, detail) => {
    const { result } = await importing(lines, [[new InterruptedError("importing")]], action);
    expect(result).toEqual(ended(`The import into ${INTO} was interrupted`, detail));
    expect(JSON.stringify((result as { reason: ImportFailedError }).reason.detail)).not.toMatch(
      /Nothing is lost/,
    );
  });

  test("a stop after some requests says where to go on", async () => {
    const lines = `${documents(3999)}\n{"title":"a"}\n${documents(2)}`;
    const stop = [[`${DONE}\n`.repeat(4000)], [new InterruptedError("importing")]];
    const { result } = await importing(lines, stop);
    expect(result).toEqual(
      ended(
        `The import into ${INTO} was interrupted`,
        /^4000 documents are known to be imported.*lines 4001 to 4002 were imported\. .*1 has no "id".*only what follows line 4000 \(of a file: tail -n \+4001\)/s,
      ),
    );
  });
});

test("an answer that never ends is left", async () => {
  let taken = 0;
  const endless = function* () {
    for (;;) {
      taken += 1;
      yield `${DONE}\n`.repeat(10);
    }
  };
  const { result } = await importing(documents(2), [endless() as never]);
  expect([result.status, taken]).toEqual(["rejected", 1]);
});

test("a refusal of the first request is the error itself, one of a later request says what is in", async () => {
  const refusal = failing("auth", 401, "Wrong key");
  const first = await importing(documents(2), [[refusal]]);
  expect(first.result).toEqual({ status: "rejected", reason: refusal });
  const later = await importing(documents(4001), [[`${DONE}\n`.repeat(4000)], [refusal]]);
  expect(later.result).toEqual(
    ended(
      `The import into ${INTO} failed`,
      /^4000 documents were imported; imported documents stay\. Then: Wrong key/,
    ),
  );
});

test("the memory of an import of 300,000 documents holds some thousand of them", async () => {
  let [given, answered, most] = [0, 0, 0];
  async function* endless() {
    for (let at = 0; at < 300; at += 1) {
      given += 1000;
      most = Math.max(most, given - answered);
      const lines = Array.from(
        { length: 1000 },
        (_, id) => `{"id":"${at}-${id}","title":"${"x".repeat(80)}"}\n`,
      );
      yield Buffer.from(lines.join(""));
    }
  }
  const { nodes } = nodesOf((body) => {
    const count = body.toString().split("\n").length - 1;
    answered += count;
    return [`${DONE}\n`.repeat(count)];
  });
  const { imported } = await importDocuments(
    nodes,
    { collection: "catalog", action: "upsert" },
    linesOf(endless()),
    { signal: new AbortController().signal },
  );
  expect([imported, most]).toEqual([300_000, 5000]);
});
