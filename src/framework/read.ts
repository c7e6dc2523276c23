import { mapRecord, type Value, type ValueRecord } from "../wire/cty/value";
import { refreshed } from "./answer";
import { GONE } from "./resource";
import { type Block, type Fields, isBlock, mapBlock } from "./schema";
import type { OpenCall } from "./session";

/** State after reading the instance: the very record where nothing has changed, and null when the instance is gone. */
export async function readState(
  { resource, call }: OpenCall,
  state: ValueRecord,
): Promise<ValueRecord | null> {
  const observed = await resource.read(call, state);
  return observed === GONE ? null : refreshed(resource.schema, state, observed as ValueRecord);
}

/** The first state of an imported instance: what the resource knows from the id, all else null until it is read. */
export async function importState(
  { resource, call }: OpenCall,
  id: string,
): Promise<ValueRecord | undefined> {
  const first = await resource.import?.(call, id);
  const { schema } = resource;
  return (
    first &&
    withEmptyBlocks(
      schema,
      mapRecord(schema, (_, name) => first[name] ?? null),
    )
  );
}

/**
 * The values with empty collections where blocks are missing: to Terraform a list, set or map of blocks is never null
 * (it would show a change from nothing to nothing, and crash when it writes the configuration of an import).
 */
export function withEmptyBlocks(fields: Fields, values: ValueRecord): ValueRecord {
  return mapRecord(values, (value, name) => {
    const field = fields[name];
    return field && isBlock(field) ? withEmptyParts(field, value) : value;
  });
}

function withEmptyParts(block: Block, value: Value): Value {
  if (value === null && block.block !== "single") return block.block === "map" ? Object.create(null) : [];
  return mapBlock(block, value, (item) => withEmptyBlocks(block.fields, item));
}
