import { type Path, pathText } from "../wire/cty/error";
import { hasUnknown, isRecord, type Value, type ValueRecord } from "../wire/cty/value";
import type { Diagnostics } from "./diagnostics";
import { type Attribute, type Block, type Fields, isBlock, mapBlock } from "./schema";

const holding = new WeakMap<Fields, readonly string[]>();

/** Returns the write-only attributes of a schema, and its blocks that contain some. Cached, because every call of Terraform needs them. */
function writeOnlyFields(fields: Fields): readonly string[] {
  const known = holding.get(fields);
  if (known) return known;
  const names = Object.entries<Attribute | Block>(fields)
    .filter(([, field]) =>
      isBlock(field) ? writeOnlyFields(field.fields).length > 0 : field.writeOnly === true,
    )
    .map(([name]) => name);
  holding.set(fields, names);
  return names;
}

/**
 * Replaces the values of write-only attributes by null: Terraform rejects any other in a plan or a state. Returns the same record if there
 * are none.
 */
export function withoutWriteOnly(fields: Fields, values: ValueRecord): ValueRecord {
  const names = writeOnlyFields(fields).filter((name) => (values[name] ?? null) !== null);
  if (names.length === 0) return values;
  const kept: ValueRecord = Object.assign(Object.create(null), values);
  for (const name of names) {
    const field = fields[name];
    kept[name] =
      field && isBlock(field)
        ? mapBlock(field, values[name] ?? null, (item) => withoutWriteOnly(field.fields, item))
        : null;
  }
  return kept;
}

/**
 * Reports the write-only arguments that a configuration sets although the tool does not know them: it would write them into its state.
 *
 * @param unknownCounts true if a value that is not known yet counts as set; while a configuration is validated, it may still be null
 */
export function refuseWriteOnly(
  fields: Fields,
  config: ValueRecord,
  unknownCounts: boolean,
  diagnostics: Diagnostics,
): void {
  for (const { at, alternative } of writeOnlyIn(fields, config, unknownCounts, [])) {
    const name = pathText(at);
    diagnostics.error(
      `${name} needs Terraform 1.11 or OpenTofu 1.11`,
      `${name} is a write-only argument, whose value is in no plan and no state. This version of Terraform or OpenTofu does not have them, and would ` +
        `store the value. Nothing was changed. Use Terraform 1.11 or OpenTofu 1.11, or later, or ${
          alternative === undefined
            ? "leave it out"
            : `set ${alternative} instead, which is stored in the state`
        }.`,
      at,
    );
  }
}

interface SetWriteOnly {
  readonly at: Path;
  readonly alternative?: string | undefined;
}

function writeOnlyIn(
  fields: Fields,
  values: ValueRecord,
  unknownCounts: boolean,
  above: Path,
): SetWriteOnly[] {
  return writeOnlyFields(fields).flatMap((name) => {
    const field: Attribute | Block | undefined = fields[name];
    const value = values[name] ?? null;
    const at = [...above, name];
    if (!field || value === null) return [];
    if (!isBlock(field)) {
      const isSet = unknownCounts || !hasUnknown(value);
      return isSet ? [{ at, alternative: field.alternative }] : [];
    }
    return itemsOf(value, at).flatMap(({ item, at }) => writeOnlyIn(field.fields, item, unknownCounts, at));
  });
}

/** Returns the items of a block's value with their paths. A block with write-only attributes is no set, so every item has one. */
function itemsOf(value: Value, at: Path): { readonly item: ValueRecord; readonly at: Path }[] {
  if (isRecord(value)) return [{ item: value, at }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Value, index) => (isRecord(item) ? [{ item, at: [...at, index] }] : []));
}
