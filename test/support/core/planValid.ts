import { sameValue } from "../../../src/wire/cty/equality";
import type { CtyType } from "../../../src/wire/cty/type";
import { isRecord, UNKNOWN, type Value } from "../../../src/wire/cty/value";
import { goString } from "./goString";
import { at } from "./proposed";
import type { CoreAttribute, CoreAttributes, CoreBlock, CoreNestedBlock, Nesting } from "./schema";

/** The three values that a plan is judged by. */
interface Judged {
  readonly prior: Value;
  readonly config: Value;
  readonly planned: Value;
}

/**
 * Lists what Terraform rejects in a planned value: it must have the values of the configuration, or of the prior state where both set one.
 * The provider chooses only what is computed and not configured.
 */
export function planErrors(block: CoreBlock, values: Judged, path = ""): string[] {
  const presence = presenceErrors(values, path);
  if (presence.length > 0 || values.planned === null) return presence;
  return [
    ...attributeErrors(block.attributes, values, path),
    ...Object.entries(block.blocks).flatMap(([name, nested]) =>
      nestedErrors(nested, part(values, name), `${path}.${name}`),
    ),
  ];
}

function presenceErrors({ config, planned }: Judged, path: string): string[] {
  if (planned === null && config !== null) return [`${path}: planned for absence but config wants existence`];
  if (config === null && planned !== null) return [`${path}: planned for existence but config wants absence`];
  return [];
}

function attributeErrors(attributes: CoreAttributes, values: Judged, path: string): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    valueErrors(attribute, part(values, name), `${path}.${name}`),
  );
}

function valueErrors(attribute: CoreAttribute, values: Judged, path: string): string[] {
  const { prior, config, planned } = values;
  const { type, computed, optional, sensitive, writeOnly, nested } = attribute;
  if (sameValue(type, planned, config)) return [];
  if (sameValue(type, planned, prior) && prior !== null && config !== null) return [];
  if (writeOnly)
    return planned === null ? [] : [`${path}: planned value for write-only attribute is not null`];
  if (computed && (!optional || config === null)) return [];
  const quoted = (value: Value) => goString(type, value);
  if (config === null && planned !== null)
    return [
      sensitive
        ? `${path}: sensitive planned value for a non-computed attribute`
        : `${path}: planned value ${quoted(planned)} for a non-computed attribute`,
    ];
  if (nested) return objectErrors(nested, values, path);
  const than = prior === null ? "" : " nor prior value";
  if (sensitive) return [`${path}: sensitive planned value does not match config value${than}`];
  const other = prior === null ? "" : `${than} ${quoted(prior)}`;
  return [`${path}: planned value ${quoted(planned)} does not match config value ${quoted(config)}${other}`];
}

function objectErrors(
  { nesting, attributes }: NonNullable<CoreAttribute["nested"]>,
  values: Judged,
  path: string,
): string[] {
  const presence = presenceErrors(values, path);
  if (presence.length > 0 || values.planned === null) return presence;
  if (values.planned === UNKNOWN) return [`${path}: planned unknown for configured value`];
  if (nesting === "single") return attributeErrors(attributes, values, path);
  const [count, wanted] = [size(values.planned), size(values.config)];
  const isUndecided = nesting === "set" && values.config === UNKNOWN;
  if (count !== wanted && !isUndecided)
    return [`${path}: count in plan (${count}) disagrees with count in config (${wanted})`];
  return correlated(nesting, values).flatMap(({ key, values: each }) =>
    each.config === undefined
      ? [`${path}: map key ${JSON.stringify(key)} from plan is not present in config`]
      : attributeErrors(attributes, each as Judged, `${path}[${JSON.stringify(key)}]`),
  );
}

function nestedErrors({ nesting, block }: CoreNestedBlock, values: Judged, path: string): string[] {
  const { config, planned } = values;
  if (nesting !== "single" && planned === null)
    return [
      `${path}: attribute representing a ${nesting} of nested blocks must be empty to indicate no blocks, not null`,
    ];
  const type: CtyType = nesting === "single" || nesting === "group" ? block.type : [nesting, block.type];
  if (sameValue(type, planned, config)) return [];
  if (config === UNKNOWN)
    return [`${path}: planned value ${goString(type, planned)} for unknown dynamic block`];
  if (planned === UNKNOWN) return [`${path}: planned unknown value for non-computed block`];
  if (nesting === "single" || nesting === "group") return planErrors(block, values, path);
  const isUnknown = (item: Value) => item === UNKNOWN;
  if ((Array.isArray(planned) ? planned : []).some(isUnknown))
    return [
      `${path}: element representing nested block must not be unknown itself; set nested attribute values to unknown instead`,
    ];
  if (nesting === "set") return [];
  if (size(planned) !== size(config))
    return [
      `${path}: block count in plan (${size(planned)}) disagrees with count in config (${size(config)})`,
    ];
  return correlated(nesting, values).flatMap(({ key, values: each }) =>
    each.config === undefined
      ? [`${path}: block key ${JSON.stringify(key)} from plan is not present in config`]
      : planErrors(block, each as Judged, `${path}[${JSON.stringify(key)}]`),
  );
}

/** Pairs the planned items of a list or a map with those of the configuration and of the state. None for a set. */
function correlated(nesting: Nesting, { prior, config, planned }: Judged) {
  if (nesting === "set") return [];
  const item = (value: Value, key: string | number) => {
    if (typeof key === "number") return Array.isArray(value) ? value[key] : undefined;
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  };
  const keys = Array.isArray(planned) ? planned.map((_, index) => index) : Object.keys(planned as object);
  return keys.map((key) => ({
    key,
    values: {
      prior: item(prior, key) ?? null,
      config: item(config, key),
      planned: item(planned, key) ?? null,
    },
  }));
}

function size(value: Value): number | "unknown" {
  if (value === UNKNOWN) return "unknown";
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

function part({ prior, config, planned }: Judged, name: string): Judged {
  return { prior: at(prior, name), config: at(config, name), planned: at(planned, name) };
}
