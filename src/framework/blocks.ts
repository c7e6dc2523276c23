import { isRecord, mapRecord, type Value, type ValueRecord } from "../wire/cty/value";
import { type Block, type Fields, isBlock } from "./schema";

/**
 * The values with empty collections where blocks are missing: to Terraform a list, set or map of blocks is never null
 * (it would show a change from nothing to nothing, and crash when it writes the configuration of an import).
 */
export function withEmptyBlocks(fields: Fields, values: ValueRecord): ValueRecord {
  return mapRecord(values, (value, name) => {
    const field = fields[name];
    return field && isBlock(field) ? emptied(field, value) : value;
  });
}

function emptied(block: Block, value: Value): Value {
  const inside = (item: Value) => (isRecord(item) ? withEmptyBlocks(block.fields, item) : item);
  if (block.block === "single") return inside(value);
  if (value === null) return block.block === "map" ? Object.create(null) : [];
  if (Array.isArray(value)) return value.map(inside);
  return isRecord(value) ? mapRecord(value, inside) : value;
}
