import {
  addressedCollection,
  bodyOf,
  created,
  type NodeCall,
  NodeRefusal,
  type NodeReply,
  ok,
} from "../call";
import type { StoredCollection, StoredDocument } from "../record";
import type { Predicate } from "../search/filter/compile";
import { collectionFilter } from "../search/filter/ofCollection";
import { documentAnswer } from "./answer";
import { answeredLines } from "./import";
import { type Projection, projectionOf } from "./projection";
import { writeDocument, writeOptions } from "./write";

const whole: Projection = (document) => document;

/** createDocument; with `action` it also replaces or changes one. */
export function createDocument(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const stored = writeDocument(collection, bodyOf(call), writeOptions(call.query, collection));
  return created(documentAnswer(collection, stored, whole));
}

/** getDocument */
export function getDocument(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const shown = projectionOf(call.query.get("include_fields"), call.query.get("exclude_fields"));
  return ok(documentAnswer(collection, addressedDocument(call, collection), shown));
}

/** deleteDocument */
export function deleteDocument(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const document = addressedDocument(call, collection);
  collection.documents.delete(String(document.id));
  return ok(documentAnswer(collection, document, whole));
}

function addressedDocument({ params }: NodeCall, { documents }: StoredCollection): StoredDocument {
  const found = documents.get(params.id ?? "");
  if (found === undefined) throw new NodeRefusal(404, `Could not find a document with id: ${params.id}`);
  return found;
}

/**
 * importDocuments: a line of JSON per document, answered by a line each, while both are still on their way. A document
 * that is refused stops nothing.
 */
export function importDocuments(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const { query, world } = call;
  const options = {
    ...writeOptions(query, collection),
    returnId: flag(query, "return_id"),
    returnDocument: flag(query, "return_doc"),
  };
  if (!/^0*[1-9]\d{0,8}$/.test(query.get("batch_size") ?? "40")) {
    throw new NodeRefusal(400, "Parameter `batch_size` must be a positive integer.");
  }
  const answers = answeredLines(call, collection, options);
  return {
    status: 200,
    lines: world.assumptions.import_answer === "object" ? oldForm(answers) : texts(answers),
  };
}

function flag(query: URLSearchParams, name: string): boolean {
  const given = query.get(name) ?? "false";
  if (given !== "true" && given !== "false") {
    throw new NodeRefusal(400, `Parameter \`${name}\` must be a true|false.`);
  }
  return given === "true";
}

async function* texts(answers: ReturnType<typeof answeredLines>): AsyncGenerator<readonly string[]> {
  for await (const some of answers) yield some.map((answer) => JSON.stringify(answer));
}

/** One object for the whole body (data-plane API, Import response). */
async function* oldForm(answers: ReturnType<typeof answeredLines>): AsyncGenerator<readonly string[]> {
  const items: object[] = [];
  for await (const some of answers) {
    for (const { success, error } of some) items.push(success ? { success } : { success, error });
  }
  const imported = items.filter((item) => !("error" in item)).length;
  yield [JSON.stringify({ items, num_imported: imported, success: imported === items.length })];
}

/** exportDocuments: a line of JSON per document, in the order of creation. */
export function exportDocuments(call: NodeCall): NodeReply {
  const collection = addressedCollection(call);
  const keep = collectionFilter(call, collection, call.query.get("filter_by"));
  const shown = projectionOf(call.query.get("include_fields"), call.query.get("exclude_fields"));
  return { status: 200, lines: exported(collection, keep, shown) };
}

/** Documents that are sent at a time. */
const BATCH = 500;

function* exported(
  collection: StoredCollection,
  keep: Predicate,
  shown: Projection,
): Generator<readonly string[]> {
  let lines: string[] = [];
  for (const document of collection.documents.values()) {
    if (keep(document)) lines.push(JSON.stringify(documentAnswer(collection, document, shown)));
    if (lines.length < BATCH) continue;
    yield lines;
    lines = [];
  }
  yield lines;
}
