import { type NodeCall, NodeRefusal } from "../call";
import { storedPart } from "./answer";
import {
  type Incoming,
  incoming,
  NO_OBJECT,
  type Place,
  takeNumber,
  type WriteOptions,
  writeDocument,
} from "./write";

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
  const lines = new Lines(place, options);
  for await (const some of body.lines()) {
    yield some.filter((line) => line !== "").map((line) => lines.answer(line));
  }
}

class Lines {
  /** Ids of the batch that are new; the others are there already. */
  private readonly fresh = new Set<string>();
  private count = 0;
  /** Of the last line that could be read: the server answers it for the next one, too. */
  private lastId: unknown;

  constructor(
    private readonly place: Place,
    private readonly options: LineOptions,
  ) {}

  answer(line: string): LineAnswer {
    this.count += 1;
    if (this.count % BATCH === 1) this.fresh.clear();
    const { returnDocument, returnId } = this.options;
    let read: Incoming | null = null;
    try {
      read = incoming(line);
      this.repeat(read.draft.id);
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

  /** A document that repeats one of the batch ends it, and is counted once more. */
  private repeat(id: unknown): void {
    if (typeof id !== "string") return;
    const { collection } = this.place;
    if (this.fresh.has(id)) {
      takeNumber(collection);
      this.fresh.clear();
    }
    if (this.options.action !== "update" && !collection.documents.has(id)) this.fresh.add(id);
  }
}
