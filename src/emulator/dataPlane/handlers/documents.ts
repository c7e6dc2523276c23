import type { StoredCollection, StoredDocument } from "../../domain/store/data";
import { addressedCollection, created, type NodeCall, NodeRefusalError, type NodeReply, ok } from "../call";
import { storedPart } from "../documents/projection";
import { removeDocument } from "../documents/references";
import {
  actionOf,
  dirtyValuesOf,
  type Incoming,
  incoming,
  NO_OBJECT,
  notFound,
  type WriteOptions,
  type WriteTarget,
  writeDocument,
} from "../documents/write";
import { takenToEnd } from "../readAhead";
import { collectionFilter, filterRules } from "../search/filter/compile";
import { type DocumentView, documentView, splitIncludes } from "../search/joins/includes";
import { checkBatchSize, validatesNames } from "./documentsByFilter";

export { deleteDocuments, updateDocuments } from "./documentsByFilter";

/** createDocument; with `action`, it replaces or changes a document. */
export function createDocument(call: NodeCall): NodeReply {
  const { data, query, body } = call;
  const action = actionOf(query);
  const collection = addressedCollection(call);
  const options = { action, dirty: dirtyValuesOf(query, collection) };
  return created(storedPart(collection, writeDocument({ data, collection }, incoming(body.text), options)));
}

/** updateDocument: merges a partial document into the document of the path. */
export function updateDocument(call: NodeCall): NodeReply {
  const { data, query, body, params } = call;
  const collection = addressedCollection(call);
  const options = { action: "update", dirty: dirtyValuesOf(query, collection) } as const;
  const stored = writeDocument({ data, collection }, incoming(body.text), options, params.id);
  return ok(storedPart(collection, stored));
}

/** getDocument */
export function getDocument(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const document = addressedDocument(call, collection);
  return ok(shown(call, collection, "").whole(document));
}

function shown(call: NodeCall, collection: StoredCollection, filterBy: string): DocumentView {
  const names = (parameter: string) => splitIncludes(call.query.get(parameter) ?? "");
  const rules = filterRules(call, collection, validatesNames(call));
  return documentView(rules, filterBy, names("include_fields"), names("exclude_fields"));
}

/** deleteDocument; with `ignore_not_found` a missing document is not an error. */
export function deleteDocument(call: NodeCall): NodeReply {
  const { data, query, params } = call;
  const collection = addressedCollection(call);
  const { id = "" } = params;
  if (query.get("ignore_not_found") === "true" && !collection.documents.has(id)) return ok({ id });
  const document = addressedDocument(call, collection);
  removeDocument(data, collection, id);
  return ok(storedPart(collection, document));
}

function addressedDocument({ params }: NodeCall, { documents }: StoredCollection): StoredDocument {
  const { id = "" } = params;
  const found = documents.get(id);
  if (found === undefined) throw notFound(id);
  return found;
}

/**
 * importDocuments: reads one JSON document per line, and answers each with a line while the body is still arriving.
 * A rejected document does not stop the import, nor does a client that goes away: what has arrived is stored.
 */
export function importDocuments(call: NodeCall): NodeReply {
  const { query, world, data } = call;
  if (!/^\s*\+?\d+$/.test(query.get("batch_size") ?? "40")) checkBatchSize(query);
  const action = actionOf(query);
  const returnDocument = flag(query, "return_doc");
  const returnId = flag(query, "return_id");
  checkBatchSize(query);
  for (const name of ["batch_size", "timeout_ms", "num_tries"]) {
    if (query.get(`remote_embedding_${name}`) === "0") checkBatchSize(query, `remote_embedding_${name}`);
  }
  const collection = addressedCollection(call);
  const dirty = dirtyValuesOf(query, collection);
  const options = { action, dirty, returnId, returnDocument };
  const answers = takenToEnd(answeredLines(call, { data, collection }, options));
  return {
    status: 200,
    lines: world.assumptions.import_answer === "object" ? oldForm(answers) : texts(answers),
  };
}

function flag(query: URLSearchParams, name: string): boolean {
  const given = query.get(name) ?? "false";
  if (given !== "true" && given !== "false") {
    throw new NodeRefusalError(400, `Parameter \`${name}\` must be a true|false.`);
  }
  return given === "true";
}

async function* texts(answers: AsyncIterable<readonly LineAnswer[]>): AsyncGenerator<readonly string[]> {
  for await (const some of answers) yield some.map((answer) => JSON.stringify(answer));
}

/** Answers one object for the whole body (data-plane API, Import response). */
async function* oldForm(answers: AsyncIterable<readonly LineAnswer[]>): AsyncGenerator<readonly string[]> {
  const items: object[] = [];
  for await (const some of answers) {
    for (const { success, error } of some) items.push(success ? { success } : { success, error });
  }
  const imported = items.filter((item) => !("error" in item)).length;
  yield [JSON.stringify({ items, num_imported: imported, success: imported === items.length })];
}

/**
 * exportDocuments: one JSON document per line, in the order of creation. Without a filter, all are as they were when it began, because the
 * server reads a snapshot; with one, those that passed it then, as they are when they are sent.
 */
export function exportDocuments(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const filter = call.query.get("filter_by") ?? "";
  const answered = shown(call, collection, filter);
  if (filter === "") return { status: 200, lines: exported([...collection.documents.values()], answered) };
  const keep = collectionFilter(call, collection, filter, validatesNames(call));
  const keys = [...collection.documents].flatMap(([key, document]) => (keep(document) ? [key] : []));
  return { status: 200, lines: exported(current(collection, keys), answered) };
}

/** Number of documents that are sent together. */
const EXPORT_BATCH = 500;

function* current({ documents }: StoredCollection, keys: readonly string[]): Generator<StoredDocument> {
  for (const key of keys) {
    const document = documents.get(key);
    if (document !== undefined) yield document;
  }
}

function* exported(
  documents: Iterable<StoredDocument>,
  answered: DocumentView,
): Generator<readonly string[]> {
  let lines: string[] = [];
  for (const document of documents) {
    lines.push(JSON.stringify(withJoined(answered, document)));
    if (lines.length < EXPORT_BATCH) continue;
    yield lines;
    lines = [];
  }
  yield lines;
}

/** Returns a document with its joined documents; without them if they cannot be joined. */
function withJoined({ own, whole }: DocumentView, document: StoredDocument): StoredDocument {
  try {
    return whole(document);
  } catch (error) {
    if (error instanceof NodeRefusalError) return own(document);
    throw error;
  }
}

interface LineOptions extends WriteOptions {
  readonly returnId: boolean;
  readonly returnDocument: boolean;
}

/** The response to one line. */
type LineAnswer = Readonly<Record<string, unknown>> & { readonly success: boolean };

/** Number of lines that the server processes together. */
const IMPORT_BATCH = 1000;

/** Answers lines as they are read, so memory does not grow with the body. */
async function* answeredLines(
  { body }: Pick<NodeCall, "body">,
  place: WriteTarget,
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
  /** The id of the last valid line. The server also answers it for an invalid next line. */
  private lastId: unknown;

  constructor(
    private readonly place: WriteTarget,
    private readonly shown: Pick<LineOptions, "returnId" | "returnDocument">,
    { action, dirty }: WriteOptions,
  ) {
    this.options = { action, dirty, batch: this.batch };
  }

  answer(line: string): LineAnswer {
    this.count += 1;
    if (this.count % IMPORT_BATCH === 1) this.batch.clear();
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
      if (!(error instanceof NodeRefusalError)) throw error;
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
