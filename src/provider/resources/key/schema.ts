import {
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  REPLACE,
  t,
  type ValuesOf,
  type ValueValidator,
} from "../../../framework";
import { givenText, text } from "../../model/attributes";
import { sameInstant } from "../../model/convert";
import { type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import { instant } from "../../shared/schedule/schema";
import type { Service } from "../../shared/service";

/** Servers count whole seconds. */
const wholeSeconds: ValueValidator<string> = (value) =>
  Date.parse(value) % 1000 === 0
    ? undefined
    : `must not have fractions of a second: ${JSON.stringify(value)}`;

/** Checks a value. The messages never contain it. */
const usableValue: ValueValidator<string> = (value) => {
  if (!/^[\x21-\x7e]*$/.test(value))
    return "must consist of letters, digits and other visible ASCII characters: a header cannot carry others";
  return value.length >= 8
    ? undefined
    : "must have at least 8 characters: everybody who lists the keys sees the first 4";
};

const texts = (description: string) =>
  ({
    type: t.set(t.string),
    mode: "required",
    updatedBy: REPLACE,
    description,
    validators: [checks.notEmpty(), checks.each(checks.notEmpty())],
  }) as const;

/** The attributes of `searchcloud_key` (docs/design/data-plane.md#key). */
export const keySchema = defineResourceSchema({
  id: text("`cluster_id/number`, or the first of `node_urls` and `/number`; the number is the server's."),
  ...nodeAttributes,
  description: {
    ...givenText("Purpose of the key, shown to people who list the keys."),
    mode: "optional",
    updatedBy: REPLACE,
  },
  actions: texts(
    "Actions that the key allows: `documents:search`, `documents:get`, `collections:*`, `keys:*` and so on; `*` is all of them.",
  ),
  collections: texts(
    "Names of the collections that it allows them for, or regular expressions such as `products_.*`; `*` is all of them. Aliases count as names.",
  ),
  expires_at: {
    type: t.string,
    mode: "optional",
    updatedBy: REPLACE,
    description: "When the key expires (RFC 3339), in whole seconds. Without it, the key never expires.",
    validators: [instant, wholeSeconds],
    semanticallyEqual: sameInstant,
  },
  autodelete: {
    type: t.bool,
    mode: "optional",
    updatedBy: "store",
    description:
      "Whether the server deletes the key some time after it has expired. The next plan then creates it again, which needs a later `expires_at`.",
  },
  value: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: "store",
    sensitive: true,
    description:
      "The key itself. By default, the provider generates a random one; set it only if it must have a certain value, of at least 8 characters. " +
      "Values are unique: the server rejects the value of another key. Servers never show it, so it is null after an import; a configured value " +
      "that begins like the imported key is then stored as it is. Stored in the Terraform state, so protect the state like the key.",
    validators: [usableValue],
  },
  value_prefix: text("The first characters of the value, which distinguish the key from others."),
});

export type KeyValues = ValuesOf<typeof keySchema>;
export type KeyCall = Call<KeyValues, Service, NodePrivateState>;
export type KeyPlanning = Planning<KeyValues, Service, NodePrivateState>;
