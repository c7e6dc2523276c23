import { isDeepStrictEqual } from "node:util";
import { damagedFields, isKnownType } from "../../../api/dataPlane/fieldRules";
import type {
  CollectionRecord,
  FieldBody,
  FieldRecord,
  Nodes,
  Refusal,
  UpdateCollectionBody,
} from "../../../dataPlane";
import { hasSummary } from "../../model/errors";
import { sortedJson } from "../../model/jsonText";
import { loadDataPlane } from "../service";
import { bodyIn, fieldsToSend, isEmpty } from "./alteration";
import { updatedValues } from "./model";
import { lacksModelKey, type ModelKey, withModelKey } from "./modelKeys";
import { isAsPlanned } from "./observed";
import { bodyOfRecord, hasHiddenCredential, patchOf } from "./patch";
import type { CollectionSettings, SettingsCall } from "./schema";

interface Edit {
  readonly prior: CollectionSettings;
  readonly planned: CollectionSettings;
  readonly key: ModelKey;
}

/**
 * Returns the error for a PATCH that the server has rejected, and saves the current fields to the state: the server may have carried out a
 * part. Fields with which the collection would accept no documents are restored (docs/design/data-plane.md#alteration).
 */
export async function refusedError(
  call: SettingsCall,
  nodes: Nodes,
  edit: Edit,
  { error, body, before, after }: Refusal,
): Promise<unknown> {
  const { isMinority, isSameSchema, withLine } = await loadDataPlane();
  const shown = after?.seen.flatMap(({ value }) => value ?? []) ?? [];
  const now = shown.find((record) => !isSameSchema(before, record));
  if (now === undefined) {
    if (after === undefined || shown.length === 0 || isMinority(after)) return withLine(error, UNREAD);
    return withLine(error, "Nothing was changed: the collection was read again, and it is as before.");
  }
  call.saveState(updatedValues(now, edit.planned));
  const done = describeChanges(before, now);
  const damaged = damagedBy(body, before, now, error.failure.messages);
  const lines = [`The server carried out a part of it: ${done}.`];
  if (damaged.length > 0) lines.push(await restore(call, nodes, edit, { before, damaged }));
  else if (!isDeepStrictEqual(before.fields, now.fields)) lines.push(UNSAVED);
  lines.push("The state has the current fields: the next plan shows the rest.");
  return withLine(error, lines.join("\n"));
}

const UNREAD =
  "The server may have carried out a part of it: the collection could not be read afterwards. Plan again when the nodes answer.";
const UNSAVED =
  "The server may not have stored the fields, and may lose them when it restarts. Correct the configuration and apply it soon: an edit of fields " +
  "that succeeds stores all of them.";

/** Describes how a collection has changed, as parts of a sentence. */
function describeChanges(before: CollectionRecord, now: CollectionRecord): string {
  const of = (fields: readonly FieldRecord[], name: string) =>
    sortedJson(fields.filter((field) => field.name === name));
  const names = [...new Set([...before.fields, ...now.fields].map(({ name }) => name))];
  const isIn = ({ fields }: CollectionRecord, name: string) => fields.some((field) => field.name === name);
  const fields = [
    ["added", names.filter((name) => !isIn(before, name))],
    ["dropped", names.filter((name) => !isIn(now, name))],
    [
      "changed",
      names.filter(
        (name) => isIn(before, name) && isIn(now, name) && of(before.fields, name) !== of(now.fields, name),
      ),
    ],
  ] as const;
  const others = (["metadata", "synonym_sets", "curation_sets", "default_sorting_field"] as const)
    .filter((name) => !isDeepStrictEqual(before[name] || null, now[name] || null))
    .map(
      (name) => `${name} ${name.endsWith("s") ? "are" : "is"} ${now[name] ? sortedJson(now[name]) : "empty"}`,
    );
  const changed = fields
    .filter(([, list]) => list.length > 0)
    .map(([what, list]) => `${list.length === 1 ? "field" : "fields"} ${list.join(", ")} ${what}`);
  return [...others, ...changed].join("; ") || "the order of its fields changed";
}

/** Returns the fields that this PATCH has written and with which the collection accepts neither documents nor further fields. */
function damagedBy(
  { fields = [] }: UpdateCollectionBody,
  before: CollectionRecord,
  now: CollectionRecord,
  messages: readonly string[],
): string[] {
  const of = (record: CollectionRecord, name: string) => record.fields.filter((field) => field.name === name);
  const broken = damagedFields(now.fields);
  const isNamed = (name: string) => messages.some((message) => message.includes(`\`${name}\``));
  const written = fields.flatMap((field) => ("drop" in field ? [] : [field as FieldBody]));
  return [
    ...new Set(
      written
        .filter(({ name, type }) => broken.includes(name) || isNamed(name) || !isKnownType(type))
        .filter(({ name, type }) => of(now, name).some((record) => record.type === type))
        .filter(({ name }) => !isDeepStrictEqual(of(before, name), of(now, name)))
        .map(({ name }) => name),
    ),
  ];
}

/** Drops the damaged fields and restores those that existed before. Returns a report of it, as sentences. */
async function restore(
  call: SettingsCall,
  nodes: Nodes,
  { prior, planned, key }: Edit,
  { before, damaged }: { readonly before: CollectionRecord; readonly damaged: readonly string[] },
): Promise<string> {
  const { alterCollection } = await loadDataPlane();
  const former = before.fields.flatMap((record) => {
    if (!damaged.includes(record.name)) return [];
    const own = prior.field.find(({ name }) => name === record.name);
    const body = own && isAsPlanned(record, own) ? bodyIn(prior.field)(record.name) : bodyOfRecord(record);
    return body && !hasHiddenCredential(body) && !lacksModelKey(withModelKey(body, key)) ? [body] : [];
  });
  const isBack = (now: CollectionRecord, { name, type }: FieldBody) =>
    now.fields.some((field) => field.name === name && field.type === type);
  const names = damaged.join(", ");
  try {
    const { signal, deadline } = call;
    const record = await alterCollection(nodes, planned.name, {
      difference: (now, sent) => {
        const drop = damaged.filter(
          (name) =>
            !sent.has(name) && now.fields.some((field) => field.name === name) && now.name === planned.name,
        );
        const add = former.filter(
          (body) => !sent.has(body.name) && (drop.includes(body.name) || !isBack(now, body)),
        );
        const patch = patchOf({ drop, add }, now, bodyIn(prior.field));
        return isEmpty(patch) ? null : { fields: fieldsToSend(patch, key) };
      },
      deadline,
      signal,
    });
    call.saveState(updatedValues(record, planned));
    const back = former.map(({ name }) => name);
    const out = damaged.filter((name) => !back.includes(name));
    return [
      `With ${names}, the collection would accept neither documents nor further fields.`,
      ...(back.length > 0 ? [`${back.join(", ")} was restored.`] : []),
      ...(out.length > 0 ? [`${out.join(", ")} was dropped again.`] : []),
    ].join(" ");
  } catch (error) {
    const why = hasSummary(error) ? `${error.summary}. ` : "";
    const body = JSON.stringify({ fields: damaged.map((name) => ({ name, drop: true })) });
    return (
      `With ${names}, the collection accepts neither documents nor further fields, and the server may lose fields when it restarts. It could not be ` +
      `fixed: ${why}Drop ${damaged.length === 1 ? "it" : "them"} before anything else: PATCH /collections/${planned.name} with the body ${body}.`
    );
  }
}
