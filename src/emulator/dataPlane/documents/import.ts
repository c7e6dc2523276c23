import { type NodeCall, NodeRefusal } from "../call";
import { storedPart } from "./projection";
import { type Incoming, incoming, NO_OBJECT, type Place, type WriteOptions, writeDocument } from "./write";

export interface LineOptions extends WriteOptions {
  readonly returnId: boolean;
  readonly returnDocument: boolean;
}

/** What became of one line, as the server answers it. */
export type LineAnswer = Readonly<Record<string, unknown>> & { readonly success: boolean };

/** How many lines the server works on at a time. */
const BATCH = 1000;

/** Answers the lines as they are read: memory does not grow with the body. */
export async function* answeredLines(
  { body }: Pick<NodeCall, "body">,
  place: Place,
  options: LineOptions,
): AsyncGenerator<readonly LineAnswer[]> {
  const lines = new Lines(place, options, options);
  for await (const some of body.lines()) {
    yield some.filter((line) => line !== "").map((line) => lines.answer(line));
  }
}

class Lines {
  private readonly batch = new Set<string>();
  private readonly options: WriteOptions;
  private count = 0;
  /** Of the last line that could be read: the server answers it for the next one, too. */
  private lastId: unknown;

  constructor(
    private readonly place: Place,
    private readonly shown: Pick<LineOptions, "returnId" | "returnDocument">,
    { action, dirty }: WriteOptions,
  ) {
    this.options = { action, dirty, batch: this.batch };
  }

  answer(line: string): LineAnswer {
    this.count += 1;
    if (this.count % BATCH === 1) this.batch.clear();
    const { returnDocument, returnId } = this.shown;
    let read: Incoming | null = null;
    try {
      read = incoming(line);
      const document = writeDocument(this.place, read, this.options);
      this.lastId = document.id;
      return {
        ...(returnDocument ? { document: storedPart(this.place.collection, document) } : {}),
        ...(returnId ? { id: document.id } : {}),
        success: true,
      };
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      if (read !== null) this.lastId = read.draft.id;
      else if (error.message === NO_OBJECT) this.lastId = undefined;
      return {
        code: error.status,
        ...(returnDocument ? { document: line } : {}),
        error: error.message,
        ...(returnId && this.lastId !== undefined ? { id: this.lastId } : {}),
        success: false,
      };
    }
  }
}
