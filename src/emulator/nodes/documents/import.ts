import { parseJson } from "../../http/body";
import { type NodeCall, NodeRefusal } from "../call";
import type { StoredCollection } from "../record";
import { type WriteOptions, writeDocument } from "./write";

interface LineOptions extends WriteOptions {
  readonly returnId: boolean;
  readonly returnDocument: boolean;
}

/** What became of one line, as the server answers it. */
export type LineAnswer = Readonly<Record<string, unknown>> & { readonly success: boolean };

/** Stores the document of one line. */
function importLine(collection: StoredCollection, line: string, options: LineOptions): LineAnswer {
  try {
    const document = writeDocument(collection, parsed(line), options);
    return {
      ...(options.returnDocument ? { document } : {}),
      ...(options.returnId ? { id: document.id } : {}),
      success: true,
    };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    return { code: error.status, document: line, error: error.message, success: false };
  }
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    throw new NodeRefusal(400, `Bad JSON: ${(error as Error).message}`);
  }
}

/** Answers the lines as they are read: memory does not grow with the body. */
export async function* answeredLines(
  { body }: Pick<NodeCall, "body">,
  collection: StoredCollection,
  options: LineOptions,
): AsyncGenerator<readonly LineAnswer[]> {
  for await (const lines of body.lines()) {
    yield lines.filter((line) => line !== "").map((line) => importLine(collection, line, options));
  }
}
