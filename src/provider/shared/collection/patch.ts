import { isRedactedText } from "../../../api/dataPlane/embeddings";
import {
  COMPUTED_PROPERTIES,
  EVERY_FIELD,
  isDynamic,
  isFoundBy,
  isObjectType,
  isPattern,
} from "../../../api/dataPlane/fields";
import type { FieldBody, FieldRecord } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import type { Alteration } from "./alteration";

interface Named {
  readonly name: string;
  readonly type: string;
}

/** The current schema of the collection that is updated. */
export interface Schema {
  readonly fields: readonly FieldRecord[];
  readonly enable_nested_fields: boolean | null;
}

/**
 * Returns the part of an alteration that one PATCH can carry; the rest follows in the next one. Servers have two limits
 * (docs/design/data-plane.md#alteration):
 *
 * - `.*` cannot be dropped and added in one PATCH.
 * - Dropping a nested field (an object, or a part of one) drops every field whose name begins with its name, whether it is a part or not.
 *   Adding it adds these fields again. So the PATCH also sends the fields that stay, and omits those that the server adds by itself:
 *   otherwise they would exist twice.
 *
 * @param bodyOf the planned field; undefined: it is not planned
 */
export function patchOf(
  { drop, add }: Alteration,
  { fields, enable_nested_fields: nested }: Schema,
  bodyOf: (name: string) => FieldBody | undefined,
): Alteration {
  const isNested = ({ name, type }: Named) =>
    nested === true && !isPattern(name) && (isObjectType(type) || name.includes("."));
  const dropped = new Set(drop);
  const added = new Map(add.map((body) => [body.name, body]));
  if (dropped.has(EVERY_FIELD)) added.delete(EVERY_FIELD);
  const withPrefix = (name: string) =>
    fields.filter((one) => one.name !== name && !isDynamic(one) && one.name.startsWith(name));

  /** Drops a field and adds it unchanged, so that it exists once afterwards. */
  function keep(record: FieldRecord, by: string): void {
    if (dropped.has(record.name)) return;
    const body = bodyOf(record.name) ?? bodyOfRecord(record);
    if (hasHiddenCredential(body)) throw hiddenError(record.name, by);
    dropped.add(record.name);
    added.set(record.name, body);
  }

  function withhold(name: string): void {
    dropped.delete(name);
    added.delete(name);
  }

  const settled = new Set<string>();
  for (;;) {
    // The shortest name first: dropping it may drop others.
    const [name] = [...dropped, ...added.keys()]
      .filter((one) => !settled.has(one))
      .sort((a, b) => a.length - b.length);
    if (name === undefined) break;
    settled.add(name);
    const others = withPrefix(name);
    const body = added.get(name);
    const was = fields.some((record) => record.name === name && !isDynamic(record) && isNested(record));
    const becomes = body !== undefined && isNested(body);
    if (others.length === 0 || (!was && !becomes)) continue;
    if (becomes && dropped.has(name)) {
      if (was) {
        for (const other of others) withhold(other.name);
        // A new nested field would add these again.
        for (const [one, given] of added)
          if (one !== name && one.startsWith(name) && isNested(given) && withPrefix(one).length > 0)
            withhold(one);
      } else added.delete(name);
      continue;
    }
    for (const other of others) {
      const comesWith = others.some((by) => by !== other && isNested(by) && other.name.startsWith(by.name));
      const isPart = !becomes && other.name.startsWith(`${name}.`) && bodyOf(other.name) === undefined;
      if (!comesWith && !isPart) keep(other, name);
    }
  }
  return { drop: [...dropped], add: [...added.values()] };
}

/** Returns the names of all fields that an alteration drops in any of its PATCHes, also together with other fields. */
export function droppedBy(
  { drop, add }: Alteration,
  { fields, enable_nested_fields: nested }: Schema,
): ReadonlySet<string> {
  const isNested = ({ name, type }: Named) =>
    nested === true && !isPattern(name) && (isObjectType(type) || name.includes("."));
  const nestedNames = [
    ...fields.filter((record) => drop.includes(record.name) && !isDynamic(record) && isNested(record)),
    ...add.filter(isNested),
  ].map(({ name }) => name);
  const patterns = fields.filter(
    (record) => drop.includes(record.name) && isDynamic(record) && record.name !== EVERY_FIELD,
  );
  const also = fields.filter(
    (record) =>
      nestedNames.some((name) => record.name.startsWith(name)) ||
      patterns.some((pattern) => isFoundBy(record.name, pattern)),
  );
  return new Set([...drop, ...also.map(({ name }) => name)]);
}

/** Converts a field that is not in a plan to a request body, as the server shows it. */
export function bodyOfRecord(record: FieldRecord): FieldBody {
  const isSent = (name: string, value: unknown) =>
    value !== null &&
    value !== undefined &&
    !COMPUTED_PROPERTIES.includes(name) &&
    !(name === "num_dim" && value === 0);
  const sent = Object.entries(record).filter(([name, value]) => isSent(name, value));
  return { name: record.name, type: record.type, ...Object.fromEntries(sent) };
}

/** True if a field holds a credential that the server has redacted. */
export function hasHiddenCredential(value: unknown): boolean {
  if (typeof value === "string") return isRedactedText(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasHiddenCredential);
}

function hiddenError(name: string, by: string): TerraformError {
  return new TerraformError(
    `Field "${name}" would be lost with field "${by}"`,
    `Dropping or adding "${by}" also drops every field whose name begins with it, and "${name}" is not in the configuration. It holds a ` +
      `credential that the server does not show, so it could not be restored. Nothing was sent. Add a field block for "${name}", and apply again.`,
    ["field"],
  );
}

/** True if one PATCH carries the whole alteration. */
export function isWhole(patch: Alteration, { drop, add }: Alteration): boolean {
  const added = new Set(patch.add.map(({ name }) => name));
  return drop.every((name) => patch.drop.includes(name)) && add.every(({ name }) => added.has(name));
}
