import { sameValue } from "../wire/cty/equality";
import { isNull, isRecord, mapRecord, UNKNOWN, type Value, type ValueRecord } from "../wire/cty/value";
import {
  type Attribute,
  type Block,
  type Fields,
  isBlock,
  isComputed,
  mapBlock,
  typeOfField,
} from "./schema";
import { semanticallyEqual } from "./updates";
import { withoutWriteOnly } from "./writeOnly";

/** Terraform's input for a create or an update. */
export interface PlanInput {
  readonly config: ValueRecord;
  readonly prior: ValueRecord | null;
  /** Terraform's own merge of configuration and prior state. */
  readonly proposed: ValueRecord;
}

/**
 * Plans every field for the first time (docs/design/architecture.md#types): the configured value if there is one, else the prior
 * value, else unknown.
 */
export function planFields(fields: Fields, { config, prior, proposed }: PlanInput): ValueRecord {
  const planned: ValueRecord = Object.create(null);
  const stored = withoutWriteOnly(fields, proposed);
  for (const [name, field] of Object.entries(fields)) {
    const before = prior ? (prior[name] ?? null) : UNKNOWN;
    const configured = config[name] ?? null;
    planned[name] = isBlock(field)
      ? planBlock(field, stored[name] ?? null, before)
      : planAttribute(field, configured, before);
  }
  return planned;
}

function planAttribute(field: Attribute, configured: Value, before: Value): Value {
  if (field.writeOnly) return null;
  if (field.mode === "computed") return before;
  if (isNull(configured)) return field.mode === "optional_computed" ? before : configured;
  return before !== UNKNOWN && semanticallyEqual(field, before, configured) ? before : configured;
}

/** Makes computed parts of a new or changed block unknown: Terraform leaves them null. */
function planBlock(block: Block, proposed: Value, before: Value): Value {
  if (before !== UNKNOWN && sameValue(typeOfField(block), proposed, before)) return proposed;
  const was = block.block === "single" ? before : UNKNOWN;
  return mapBlock(block, proposed, (item) => fillBlock(block.fields, item, was));
}

function fillBlock(fields: Fields, value: ValueRecord, before: Value): ValueRecord {
  return mapRecord(value, (part, name) => {
    const field = fields[name];
    if (!field) return part;
    const was = isRecord(before) ? (before[name] ?? null) : UNKNOWN;
    if (isBlock(field)) return planBlock(field, part, was);
    if (was !== UNKNOWN && semanticallyEqual(field, was, part)) return was;
    return part === null && isComputed(field) ? UNKNOWN : part;
  });
}
