import { type DocumentAnswer, parseAnswers } from "../../../src/dataPlane/documents/requests";

const DONE: DocumentAnswer = { success: true };
const refused = (words: string, exists = false): DocumentAnswer => ({ success: false, words, exists });

test.each<[string, answer: unknown, ...answers: DocumentAnswer[]]>([
  ["a document that is in", { success: true }, DONE],
  [
    "with what newer servers add",
    { code: 200, success: true, id: "1", document: { success: false }, new: [] },
    DONE,
  ],
  [
    "one that is refused",
    { success: false, error: "Bad JSON.", code: 400, document: "{" },
    refused("Bad JSON."),
  ],
  ["without a reason", { success: false, error: " " }, refused("no reason given")],
  [
    "one that exists, by its code",
    { success: false, error: "Conflict", code: 409 },
    refused("Conflict", true),
  ],
  [
    "one that exists, by the words of a server without codes",
    { success: false, error: "A document with id 7 already exists." },
    refused("A document with id 7 already exists.", true),
  ],
  [
    "the old form, with all documents in one object",
    { items: [{ success: true }, { success: false, error: "no" }], num_imported: 1, success: false },
    DONE,
    refused("no"),
  ],
  ["the old form of nothing", { items: [], num_imported: 0, success: true }],
])("%s", (_, answer, ...answers) => {
  expect(parseAnswers(Buffer.from(JSON.stringify(answer)))).toEqual(answers);
});

test.each([
  ["<html>", "not JSON"],
  ['{"message":"Not found"}', 'without "success"'],
  ['{"items":[{}]}', 'without "success"'],
  ["null", 'without "success"'],
])("%s tells nothing", (line, words) => {
  expect(() => parseAnswers(Buffer.from(line))).toThrow(words);
});
