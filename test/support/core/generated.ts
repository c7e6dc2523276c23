import { isRecord, mapRecord, type Value } from "../../../src/wire/cty/value";
import { type CoreProvider, type CoreResource, dynamicValue, receivedValue } from "./provider";
import type { CoreAttributes, CoreBlock } from "./schema";

/**
 * Asks for the configuration of an existing instance, and returns it as it is after Terraform has written and read its text: sensitive and
 * deprecated values are lost. Reports a configuration that Terraform would refuse.
 */
export async function generatedConfig(
  provider: CoreProvider,
  resource: CoreResource,
  state: Value,
): Promise<Value> {
  const { calls, problems, schema } = provider;
  if (!schema.generatesConfig) throw new Error("the provider does not generate configuration");
  const { block, name } = resource;
  const answer = await calls.unary("generateResourceConfig", {
    typeName: name,
    state: dynamicValue(block.type, state),
  });
  problems.add(answer.diagnostics);
  problems.check();
  const config = receivedValue(block.type, answer.config);
  if (state !== null && config === null)
    problems.error("Plugin error", `no configuration of ${name} was generated`);
  for (const [path, summary, detail] of refusals(block, config))
    problems.error(summary, `${name}${path}: ${detail}`);
  problems.check();
  return asWritten(block, config);
}

/** Replaces the values that the text of a configuration does not have. */
function asWritten(block: CoreBlock, config: Value): Value {
  if (!isRecord(config)) return config;
  return mapRecord(config, (value, name) => {
    const attribute = block.attributes[name];
    if (attribute) return attribute.sensitive || attribute.deprecated ? null : value;
    const nested = block.blocks[name];
    if (!nested) return value;
    if (Array.isArray(value)) return value.map((item) => asWritten(nested.block, item));
    return nested.nesting === "map" && isRecord(value)
      ? mapRecord(value, (item) => asWritten(nested.block, item))
      : asWritten(nested.block, value);
  });
}

type Refusal = readonly [path: string, summary: string, detail: string];

function refusals(block: CoreBlock, config: Value, path = ""): Refusal[] {
  if (!isRecord(config)) return [];
  const inner = Object.entries(block.blocks).flatMap(([name, nested]) => {
    const content = config[name] ?? null;
    const items: Value[] = Array.isArray(content) ? content : [content];
    const { length } = content === null ? [] : items;
    const here = `${path}.${name}`;
    const count: Refusal[] = [];
    if (length < nested.minItems)
      count.push([here, `Insufficient ${name} blocks`, `${nested.minItems} are required`]);
    if (nested.maxItems > 0 && length > nested.maxItems)
      count.push([here, `Too many ${name} blocks`, `No more than ${nested.maxItems} are allowed`]);
    return [...count, ...items.flatMap((item) => refusals(nested.block, item, here))];
  });
  return [...attributeRefusals(block.attributes, config, path), ...inner];
}

function attributeRefusals(attributes: CoreAttributes, config: Value, path: string): Refusal[] {
  if (!isRecord(config)) return [];
  return Object.entries(attributes).flatMap(
    ([name, { computed, optional, required, sensitive, nested }]): Refusal[] => {
      const value = config[name] ?? null;
      const here = `${path}.${name}`;
      if (value === null)
        return required && !sensitive
          ? [
              [
                here,
                "Missing required argument",
                `The argument "${name}" is required, but no definition was found.`,
              ],
            ]
          : [];
      if (computed && !optional)
        return [
          [
            here,
            "Value for unconfigurable attribute",
            `Can't configure a value for "${name}": its value will be decided automatically based on the result of applying this configuration.`,
          ],
        ];
      const items: Value[] = Array.isArray(value) ? value : [value];
      return nested ? items.flatMap((item) => attributeRefusals(nested.attributes, item, here)) : [];
    },
  );
}
