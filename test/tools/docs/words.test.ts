import { t } from "../../../src/framework";
import { REPLACE, STATE_ONLY } from "../../../src/framework/updates";
import { blockWords, editSentence, typeWords } from "../../../src/tools/docs/words";

const inner = { name: { type: t.string, mode: "computed", description: "Name." } } as const;

test.each([
  ["Number", t.exactNumber],
  ["Map of List of Boolean", t.map(t.list(t.bool))],
  ["List of Object", t.list(t.object({ a: t.string }))],
  ["Attributes", t.nested.single(inner)],
  ["Attributes Map", t.nested.map(inner)],
])("the type %s", (words, type) => {
  expect(typeWords(type)).toBe(words);
});

test.each([
  ["Block", "single"],
  ["Block List", "list"],
] as const)("the block %s", (words, block) => {
  expect(blockWords({ block, fields: {}, description: "" })).toBe(words);
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
