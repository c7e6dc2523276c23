import { isDynamic, isFoundBy, isNeverShown, isPattern } from "../../../api/dataPlane/fields";
import type { FieldBody, FieldRecord, UpdateCollectionBody } from "../../../dataPlane";
import { type ModelKey, withModelKey } from "./modelKeys";
import { differsUnseen, isAsPlanned, matched } from "./observed";
import { extraOf, type FieldValues } from "./schema";

/** The fields that an update of a collection drops and adds. */
export interface Alteration {
  /** Names. A field that is in both lists changes. */
  readonly drop: readonly string[];
  readonly add: readonly FieldBody[];
}

/**
 * Compares the fields that the server has now with the planned ones. A field that is neither planned nor in the prior state is left
 * alone, because it did not appear in a plan.
 *
 * @param sent fields that this apply has written: properties of them that the server does not show are taken to be as planned
 * @param rekeyed fields whose model gets another key, which the server does not show
 */
export function alterationOf(
  prior: readonly FieldValues[],
  planned: readonly FieldValues[],
  now: readonly FieldRecord[],
  sent: ReadonlySet<string> = new Set(),
  rekeyed: ReadonlySet<string> = new Set(),
): Alteration {
  const { own, others } = matched(now, planned);
  const before = (name: string) => prior.find((field) => field.name === name);
  const isThere = (name: string) =>
    now.some((record) => record.name === name) || (isNeverShown(name) && before(name) !== undefined);
  const isPlanned = (name: string) => planned.some((field) => field.name === name);
  const isOver = (field: FieldValues) => {
    if (sent.has(field.name) && isNeverShown(field.name)) return false;
    const record = own.get(field);
    if (record === undefined) return !(isThere(field.name) && isUnchanged(before(field.name), field));
    const isDouble = others.some((other) => other.name === field.name && !isFoundBy(other.name, field));
    return (
      isDouble ||
      (rekeyed.has(field.name) && !sent.has(field.name)) ||
      !isAsPlanned(record, field) ||
      (!sent.has(field.name) && differsUnseen(record, before(field.name), field))
    );
  };
  const changed = new Set(planned.filter(isOver));
  const gone = prior.filter(({ name }) => isThere(name) && !isPlanned(name) && !sent.has(name));
  // Fields that a dropped pattern has found are dropped with it, unless another pattern finds them too.
  const found = now.filter(
    ({ name }) =>
      !isPlanned(name) &&
      gone.some((field) => isDynamic(field) && isFoundBy(name, field)) &&
      !planned.some((field) => isFoundBy(name, field)),
  );
  // So are configured fields that match it: they have to be added again.
  const patterns = [...gone, ...changed].filter(({ name }) => isPattern(name) && name !== ".*");
  for (const field of planned)
    if (isThere(field.name) && patterns.some((pattern) => isFoundBy(field.name, pattern))) changed.add(field);
  const drop = [...gone, ...found, ...[...changed].filter(({ name }) => isThere(name))].map(
    ({ name }) => name,
  );
  return { drop: [...new Set(drop)], add: planned.filter((field) => changed.has(field)).map(fieldBody) };
}

function isUnchanged(before: FieldValues | undefined, field: FieldValues): boolean {
  return before !== undefined && JSON.stringify(fieldBody(before)) === JSON.stringify(fieldBody(field));
}

/** True if an alteration does nothing. */
export function isEmpty({ drop, add }: Alteration): boolean {
  return drop.length === 0 && add.length === 0;
}

/** Converts an alteration to the body of a PATCH: an edit of a field is a drop and an addition in one request. */
export function fieldsToSend(
  { drop, add }: Alteration,
  key: ModelKey,
): NonNullable<UpdateCollectionBody["fields"]> {
  return [
    ...drop.map((name) => ({ name, drop: true as const })),
    ...add.map((body) => withModelKey(body, key)),
  ];
}

/** Converts a field to the body of a request: only what is configured is sent (docs/design/laws.md#l10). */
export function fieldBody({ extra, ...values }: FieldValues): FieldBody {
  // An explicit num_dim of 0 changes how a server sorts by the field.
  const isSent = (name: string, value: unknown) => value !== null && !(name === "num_dim" && value === 0);
  const given = Object.entries(values).filter(([name, value]) => isSent(name, value));
  return { name: values.name, type: values.type, ...Object.fromEntries(given), ...extraOf({ extra }) };
}

/** Returns a lookup of configured fields by name, as request bodies. */
export function bodyIn(fields: readonly FieldValues[]) {
  return (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field && fieldBody(field);
  };
}

/** Describes an alteration: "2 fields change (rank, tags), field brand is dropped". */
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
