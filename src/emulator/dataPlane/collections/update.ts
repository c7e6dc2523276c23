import { setTimeout as delay } from "node:timers/promises";
import { EVERY_FIELD } from "../../../api/dataPlane/fields";
import type { Assumptions } from "../../domain/assumptions";
import { isRecord } from "../../domain/rules/fields";
import type { ClusterData, StoredCollection, StoredField } from "../../domain/store/data";
import { NodeRefusalError, refused } from "../call";
import { withVectors } from "../documents/embed";
import { reindexing } from "../documents/reindex";
import { compiledSchema } from "../documents/schema";
import { isEmptyValue, type Json, stringsOf } from "../json";
import { NODE_ROUTES, type NodeRoute } from "../routes";
import { type Alteration, readAlteration } from "./alter";
import { checkedSet, type SetKind } from "./create";
import { withoutSecrets } from "./embed";
import { schemaProblem } from "./schema";

/** The context of an update. */
interface UpdateContext {
  readonly from30: boolean;
  readonly assumptions: Pick<Assumptions, "collection_alter_seconds">;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Checks the properties of an update. @throws NodeRefusalError 400 */
export function checkUpdate(body: unknown, from30: boolean): asserts body is Json {
  if (isEmptyValue(body)) throw refused("Alter payload is empty.");
  const allowed = from30 ? ["metadata", "fields", "synonym_sets", "curation_sets"] : ["metadata", "fields"];
  if (isRecord(body) && Object.keys(body).every((name) => allowed.includes(name))) return;
  const words = from30 ? "`fields`, `metadata` and `synonym_sets`" : "`fields` and `metadata`";
  throw refused(`Only ${words} can be updated at the moment.`);
}

/**
 * Changes a collection by the body of an update. Returns the response. Metadata and sets come first, and stay even
 * if the fields are rejected. Goes through the documents in slices, and yields after each.
 * @throws NodeRefusalError for an invalid update; part of it may be done
 */
export function* changedCollection(
  data: ClusterData,
  collection: StoredCollection,
  body: Json,
  context: UpdateContext,
): Generator<void, Json> {
  if ("metadata" in body) {
    if (!isRecord(body.metadata)) throw refused("The `metadata` value should be an object.");
    collection.metadata = body.metadata;
  }
  for (const kind of ["synonym_sets", "curation_sets"] as const) {
    if (kind in body) collection[kind] = setsOf(data, kind, body[kind]);
  }
  if (!("fields" in body)) return body;
  const read = readAlteration(collection, body.fields, context.from30);
  yield* findInDocuments(collection, read);
  applyAlteration(collection, read, context.now);
  collection.alteringUntil = context.now + context.assumptions.collection_alter_seconds * 1000;
  // The server reads the embedding of every field, which sets a missing one to null, even for a drop.
  const fields = read.answer.map((field) => ({
    ...field,
    embed: withoutSecrets(field.embed ?? null, context.from30),
  }));
  return { ...body, fields };
}

/** Changes a collection without pauses. */
export function changeCollection(...given: Parameters<typeof changedCollection>): Json {
  const steps = changedCollection(...given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function setsOf(data: ClusterData, kind: SetKind, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw refused(`The \`${kind}\` value should be an array.`);
  return stringsOf(value).map((name) => checkedSet(data, kind, name));
}

/** Adds the fields that are found in the documents. @throws NodeRefusalError 400 for documents that do not fit */
function* findInDocuments(
  collection: StoredCollection,
  { checked, rules, ...read }: Alteration,
): Generator<void> {
  const schema = { ...collection, fields: [...checked.values(), ...rules] };
  const found = yield* reindexing(schema, collection.documents.values());
  for (const field of found) {
    const isIn = (list: readonly StoredField[]) => list.some(({ name }) => name === field.name);
    // Parts of a dropped object are not found again.
    if (field.nested === true && isIn(read.drops) && !isIn(read.reindexed)) continue;
    read.reindexed.push(field);
  }
}

/** @throws NodeRefusalError 400 for a schema that cannot be written; it stays in memory, so later updates are rejected, too */
function applyAlteration(collection: StoredCollection, read: Alteration, now: number): void {
  const { additions, drops, reindexed, rekeyed } = read;
  const isEveryField = ({ name }: StoredField) => name === EVERY_FIELD;
  if (read.rules.some(isEveryField) && collection.fields.some(isEveryField)) {
    throw refused("The schema already contains a `.*` field.");
  }
  writeDown(collection, now, () => {
    collection.fields = [...collection.fields, ...additions];
    for (const field of drops) dropField(collection, field);
  });
  if (reindexed.length > 0) {
    writeDown(collection, now, () => {
      collection.fields = [...collection.fields, ...reindexed];
    });
  }
  for (const field of rekeyed) {
    collection.fields = collection.fields.map((one) => (one.name === field.name ? field : one));
  }
  if ([...additions, ...reindexed].some(({ embed }) => !isEmptyValue(embed))) computeVectors(collection);
}

function computeVectors(collection: StoredCollection): void {
  const schema = compiledSchema(collection);
  for (const [id, document] of collection.documents) {
    collection.documents.set(id, withVectors(schema, document, null));
  }
}

function dropField(collection: StoredCollection, { name }: StoredField): void {
  if (name === collection.default_sorting_field) collection.default_sorting_field = "";
  collection.fields = collection.fields
    .filter((field) => field.name !== name)
    .flatMap((field) => withoutSource(field, name));
}

/** Returns a field that computes vectors, after one of its sources is dropped. Without sources it is dropped, too. */
function withoutSource(field: StoredField, name: string): readonly StoredField[] {
  const { embed } = field;
  if (!isRecord(embed) || !Array.isArray(embed.from) || !embed.from.includes(name)) return [field];
  const from = embed.from.filter((one) => one !== name);
  return from.length === 0 ? [] : [{ ...field, embed: { ...embed, from } }];
}

/** Changes the schema in memory, and on disk if it can be written. @throws NodeRefusalError 400 if it cannot */
function writeDown(collection: StoredCollection, now: number, change: () => void): void {
  const { fields, default_sorting_field } = collection;
  const before = collection.persisted ?? { fields, default_sorting_field, since: now };
  change();
  const problem = schemaProblem(collection);
  collection.persisted = problem === null ? null : before;
  if (problem !== null) throw new NodeRefusalError(400, problem);
}

/** The minimum time in milliseconds for the documents between two pauses. */
const PACE = 2.5;

/** True if an update of its fields is in progress. @param now epoch milliseconds */
export function isAltering({ alteration, alteringUntil }: StoredCollection, now: number): boolean {
  return alteration !== null || now < alteringUntil;
}

/**
 * Carries out an update. Its pauses let other requests run: reads see the previous state, writes wait for the end
 * (`afterAlteration`).
 * @throws errors of the update
 */
export async function altered<Result>(
  collection: StoredCollection,
  steps: Generator<void, Result>,
): Promise<Result> {
  let step = steps.next();
  if (step.done === true) return step.value;
  let end = () => {};
  collection.alteration = new Promise((resolve) => {
    end = resolve;
  });
  const began = performance.now();
  try {
    for (let count = 1; step.done !== true; count++) {
      await delay(Math.max(0, began + count * PACE - performance.now()));
      step = steps.next();
    }
    return step.value;
  } finally {
    collection.alteration = null;
    end();
  }
}

/** True if an operation waits while the collection is being altered: every write except an update. */
export function waitsForAlteration({ id }: NodeRoute): boolean {
  const { kind, path } = NODE_ROUTES[id];
  return kind === "write" && path.startsWith("/collections/{name}") && id !== "updateCollection";
}

/** Waits for the update in progress, if any. */
export async function afterAlteration(collection: StoredCollection | undefined): Promise<void> {
  await collection?.alteration;
}
