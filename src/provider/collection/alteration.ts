import { isDynamic, isFoundBy, isObjectType, isPattern } from "../../api/dataPlane/fields";
import type { FieldBody, FieldRecord, UpdateCollectionBody } from "../../nodes";
import { extraOf, type FieldValues } from "./field";
import { isAsPlanned, matched } from "./observed";

/** What one PATCH does to the fields of a collection. */
export interface Alteration {
  /** Names; what is dropped and added is a field that changes. */
  readonly drop: readonly string[];
  readonly add: readonly FieldBody[];
}

/**
 * What leads from the fields that the server has now to those that are planned. What is neither planned nor was in the state
 * before is left alone: no plan has named it.
 */
export function alterationOf(
  prior: readonly FieldValues[],
  planned: readonly FieldValues[],
  now: readonly FieldRecord[],
): Alteration {
  const { own, others } = matched(now, planned);
  const isThere = (name: string) => now.some((record) => record.name === name);
  const isPlanned = (name: string) => planned.some((field) => field.name === name);
  const isOver = (field: FieldValues) => {
    const record = own.get(field);
    const isDouble = others.some((other) => other.name === field.name && !isFoundBy(other.name, field));
    return record === undefined || isDouble || !isAsPlanned(record, field);
  };
  const changed = new Set(planned.filter(isOver));
  const gone = prior.filter(({ name }) => isThere(name) && !isPlanned(name));
  // What a pattern has found goes with it, unless another one finds it too.
  const found = now.filter(
    ({ name }) =>
      !isPlanned(name) &&
      gone.some((field) => isDynamic(field) && isFoundBy(name, field)) &&
      !planned.some((field) => isFoundBy(name, field)),
  );
  const ended = now.filter(({ name }) => gone.some((field) => field.name === name) || hasName(changed, name));
  // The parts of an object go with it.
  for (const field of planned)
    if (ended.some((record) => isObjectType(record.type) && field.name.startsWith(`${record.name}.`)))
      changed.add(field);
  // So may what matches a pattern, configured or not (docs/design/api-assumptions.md#data-plane).
  const patterns = [...gone, ...changed].filter(({ name }) => isPattern(name) && name !== ".*");
  for (const field of planned)
    if (isThere(field.name) && patterns.some((pattern) => isFoundBy(field.name, pattern))) changed.add(field);
  const drop = [...gone, ...found, ...[...changed].filter(({ name }) => isThere(name))].map(
    ({ name }) => name,
  );
  return { drop: [...new Set(drop)], add: planned.filter((field) => changed.has(field)).map(fieldBody) };
}

function hasName(fields: Iterable<FieldValues>, name: string): boolean {
  return [...fields].some((field) => field.name === name);
}

/** Whether an alteration does nothing. */
export function isEmpty({ drop, add }: Alteration): boolean {
  return drop.length === 0 && add.length === 0;
}

/** An alteration as it is sent: an edit of a field is a drop and an addition in one request. */
export function fieldsToSend({ drop, add }: Alteration): NonNullable<UpdateCollectionBody["fields"]> {
  return [...drop.map((name) => ({ name, drop: true as const })), ...add];
}

/** A field as it is sent: only what is configured (docs/design/laws.md#l10). */
export function fieldBody({ extra, ...values }: FieldValues): FieldBody {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return { name: values.name, type: values.type, ...Object.fromEntries(given), ...extraOf({ extra }) };
}

/** What an alteration does, for a person: "2 fields change (rank, tags), 1 is dropped (brand)". */
export function describeAlteration({ drop, add }: Alteration): string {
  const added = add.map(({ name }) => name);
  const parts = [
    ["changes", "change", added.filter((name) => drop.includes(name))],
    ["is added", "are added", added.filter((name) => !drop.includes(name))],
    ["is dropped", "are dropped", drop.filter((name) => !added.includes(name))],
  ] as const;
  return parts
    .filter(([, , names]) => names.length > 0)
    .map(([one, many, names]) =>
      names.length === 1
        ? `field ${names[0]} ${one}`
        : `${names.length} fields ${many} (${names.join(", ")})`,
    )
    .join(", ");
}
