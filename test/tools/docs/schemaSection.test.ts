import { t } from "../../../src/framework";
import { editSentence, typeWords } from "../../../tools/docs/schemaSection";

const inner = { name: { type: t.string, mode: "computed", description: "Name." } } as const;

test.each([
  ["Number", t.exactNumber],
  ["Map of List of Boolean", t.map(t.list(t.bool))],
  ["List of Object", t.list(t.nested.single(inner))],
  ["Attributes", t.nested.single(inner)],
  ["Attributes Map", t.nested.map(inner)],
])("the type %s", (words, type) => {
  expect(typeWords(type)).toBe(words);
});

test("an update that the resource does not have is an error that names those it has", () => {
  const updates = { rename: { request: "", apply: async () => {} } };
  expect(() => editSentence({ name: "pen", updates }, "resize")).toThrow(
    'The resource pen has no update "resize"; it has rename.',
  );
});
