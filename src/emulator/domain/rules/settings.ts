import * as z from "zod";
import { SEARCH_DELIVERY_NETWORKS, VCPUS_BY_MEMORY } from "../../../api/enumerations";
import { MAX_HA_NODES, MIN_HA_NODES } from "../../../api/limits";
import {
  CHANGE_SETTINGS,
  CREATE_SETTINGS,
  type SettingIn,
  type SettingName,
  type Settings,
  settingOf,
} from "../../../api/settings";
import { VCPUS } from "./configuration";
import { oneOf, regionNodeCounts, text, wholeNumber, yesNo } from "./fields";

/** Rules for settings with a fixed list of values, or a range. */
const BY_NAME: { readonly [Name in SettingName]?: z.ZodType } = {
  memory: oneOf(Object.keys(VCPUS_BY_MEMORY)),
  vcpu: oneOf(VCPUS),
  search_delivery_network: oneOf(SEARCH_DELIVERY_NETWORKS),
  high_availability_node_count: wholeNumber(MIN_HA_NODES, MAX_HA_NODES),
};

const BY_TYPE = {
  yes_no: yesNo,
  boolean: z.boolean("must be true or false"),
  string: text,
  version: text,
  count: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  counts: regionNodeCounts("object"),
} as const;

interface Outputs {
  yes_no: string;
  boolean: boolean;
  string: string;
  version: string;
  count: number;
  counts: Record<string, number>;
}
type Output<Name extends SettingName> = Outputs[Settings[Name]["type"]];

type CreateFields = {
  [Name in Exclude<SettingIn<"create">, SettingIn<"update">>]: Settings[Name] extends
    | { readonly required: true }
    | { readonly default: string }
    ? z.ZodType<Output<Name>>
    : z.ZodOptional<z.ZodType<Output<Name>>>;
};

/** Returns the settings that only a create and a change carry, with the defaults of docs/design/api-assumptions.md#topology. */
export function createSettingFields(): CreateFields {
  const created = CREATE_SETTINGS.filter((name) => !settingOf(name).requests.includes("update"));
  const fields = created.map((name) => {
    const { type, required, default: value } = settingOf(name);
    // A create takes the counts as JSON, too (management API, Request bodies).
    const rule = BY_NAME[name] ?? (type === "counts" ? regionNodeCounts("or JSON") : BY_TYPE[type]);
    if (required) return [name, rule];
    return [name, value === undefined ? rule.optional() : rule.default(value as never)];
  });
  return Object.fromEntries(fields) as CreateFields;
}

type NewFields = {
  [Name in SettingIn<"change"> as `new_${Name}`]: z.ZodOptional<z.ZodType<Output<Name>>>;
};

/** Returns the settings in the body of createConfigurationChange, all of them optional. */
export function newSettingFields(): NewFields {
  const fields = CHANGE_SETTINGS.map((name) => [
    `new_${name}`,
    (BY_NAME[name] ?? BY_TYPE[settingOf(name).type]).optional(),
  ]);
  return Object.fromEntries(fields) as NewFields;
}
