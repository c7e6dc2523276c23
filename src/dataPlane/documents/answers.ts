import { excerpt } from "../../redaction";

/** What a node says of one document of an import. */
export type DocumentAnswer =
  | { readonly success: true }
  | {
      readonly success: false;
      /** Why, in the node's words. */
      readonly words: string;
      /** Whether a document with this id is there already. */
      readonly exists: boolean;
    };

/** What most answers are: to read it as JSON takes ten times as long. */
const SUCCESS = Buffer.from('{"success":true}');
const DONE: readonly DocumentAnswer[] = [{ success: true }];

/** How many characters of the node's words are kept. */
const WORDS_LENGTH = 200;

/** Why an answer tells nothing about a document, as the rest of "the node answered". */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
}

/**
 * The answers in one line of the answer to an import, in the order of the documents: today's servers give each document a
 * line, those of version 0.10 one object with all of them as `items` (docs/design/api-assumptions.md#data-plane).
 *
 * @throws UnreadableAnswer
 */
export function answersIn(line: Uint8Array): readonly DocumentAnswer[] {
  if (SUCCESS.equals(line)) return DONE;
  const answer = parsed(Buffer.from(line).toString());
  const { items } = membersOf(answer);
  return Array.isArray(items) ? items.map(answerOf) : [answerOf(answer)];
}

function answerOf(answer: unknown): DocumentAnswer {
  const { success, error, code } = membersOf(answer);
  if (success === true) return { success };
  if (success !== false) throw new UnreadableAnswer(`a line without "success"`);
  const words = typeof error === "string" ? excerpt(error, WORDS_LENGTH) : "";
  return {
    success,
    words: words || "no reason given",
    exists: code === 409 || /\balready exists\b/i.test(words),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableAnswer("a line that is not JSON");
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
