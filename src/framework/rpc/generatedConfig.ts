import type { DynamicValue, GenerateResourceConfigRequest, GenerateResourceConfigResponse } from "../../wire";
import { pathText } from "../../wire/cty/error";
import { mapRecord, type ValueRecord } from "../../wire/cty/value";
import { type Fields, isBlock, isConfigurable, mapBlock } from "../schema";
import type { Session } from "../session";
import { firstState } from "../state";
import { findProblems } from "../validate";
import { respond } from "./diagnostics";
import { decodeAndRegister, encodeStored } from "./values";

/**
 * Generates the configuration of an existing instance, which Terraform writes for imports and queries. A value that a person has to add is
 * a warning: the rest of the configuration is still of use.
 */
export function generateResourceConfig(
  session: Session,
  { typeName, state: bytes }: GenerateResourceConfigRequest,
): Promise<GenerateResourceConfigResponse> {
  const none: { config?: DynamicValue } = {};
  return respond(session, `generating the configuration of a ${typeName}`, none, async (answer, { warn }) => {
    const { schema, validators = [], configurationOf } = await session.resource(typeName);
    const state = decodeAndRegister(session, schema, bytes);
    const chosen = state && ((configurationOf?.(state) as ValueRecord | undefined) ?? state);
    const config = withoutComputed(schema, firstState(schema, chosen ?? {}));
    answer.config = encodeStored(schema, config);
    if (!state) return;
    for (const { detail, path = [] } of findProblems(schema, validators, config))
      warn(
        `The generated ${typeName} has to be completed: ${pathText(path)}`,
        `${detail}\n\nCorrect it in the generated configuration before you apply it.`,
      );
  });
}

/** Replaces the values that cannot be configured by null. */
function withoutComputed(fields: Fields, values: ValueRecord): ValueRecord {
  return mapRecord(values, (value, name) => {
    const field = fields[name];
    if (!field || !isConfigurable(field)) return null;
    return isBlock(field) ? mapBlock(field, value, (item) => withoutComputed(field.fields, item)) : value;
  });
}
