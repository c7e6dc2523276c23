import { t } from "../../../src/framework";
import { REPLACE, STATE_ONLY } from "../../../src/framework/updates";
import { blockWords, editSentence, headingOf, typeWords } from "../../../src/tools/docs/words";

const inner = { name: { type: t.string, mode: "computed", description: "Name." } } as const;

test.each([
  ["String", t.string],
  ["Number", t.exactNumber],
  ["Boolean", t.bool],
  ["Dynamic", t.dynamic],
  ["List of String", t.list(t.string)],
  ["Set of Number", t.set(t.number)],
  ["Map of List of Boolean", t.map(t.list(t.bool))],
  ["Object", t.object({ a: t.string })],
  ["List of Object", t.list(t.object({ a: t.string }))],
  ["Attributes", t.nested.single(inner)],
  ["Attributes List", t.nested.list(inner)],
  ["Attributes Map", t.nested.map(inner)],
])("%s", (words, type) => {
  expect(typeWords(type)).toBe(words);
});

test.each([
  ["Block", "single"],
  ["Block List", "list"],
  ["Block Set", "set"],
] as const)("%s", (words, block) => {
  expect(blockWords({ block, fields: {}, description: "" })).toBe(words);
});

test.each([
  ["required", "Required"],
  ["optional", "Optional"],
  ["optional_computed", "Optional"],
  ["computed", "Read-Only"],
] as const)("%s is listed under %s", (mode, heading) => {
  expect(headingOf(mode)).toBe(heading);
});

describe("how an edit is carried", () => {
  const apply = async () => {};
  const updates = {
    rename: { carriedBy: "PATCH /clusters/{id}", apply },
    both: { carriedBy: "POST /clusters/{cluster_id}/changes, after PATCH /clusters/{id}", apply },
    remake: { carriedBy: "none: another one is made in place of this one", requiresReplace: () => [], apply },
  };

  test.each([
    ["rename", "Edits: `PATCH /clusters/{id}`."],
    ["both", "Edits: `POST /clusters/{cluster_id}/changes`, after `PATCH /clusters/{id}`."],
    ["remake", "Edits force replacement: another one is made in place of this one."],
    [STATE_ONLY, "Edits: kept in the state only; nothing is sent."],
    [REPLACE, "Edits force replacement."],
  ])("%s", (updatedBy, sentence) => {
    expect(editSentence({ name: "thing", updates }, updatedBy)).toBe(sentence);
  });

  test("an update that the resource does not have is an error that names those it has", () => {
    expect(() => editSentence({ name: "thing", updates }, "resize")).toThrow(
      'The resource thing has no update "resize"; it has rename, both, remake.',
    );
  });
});
