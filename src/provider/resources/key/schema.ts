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

/** Never shows it. */
const usableValue: ValueValidator<string> = (value) => {
  if (!/^[\x21-\x7e]*$/.test(value))
    return "must have letters, digits and other visible ASCII characters alone: no header can carry others";
  return value.length >= 8
    ? undefined
    : "must have 8 characters at least: everybody who lists the keys sees the first 4";
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
    ...givenText("What the key is for; people who list the keys see it."),
    mode: "optional",
    updatedBy: REPLACE,
  },
  actions: texts(
    "What the key allows: `documents:search`, `documents:get`, `collections:*`, `keys:*` and so on; `*` is everything.",
  ),
  collections: texts(
    "Names of the collections that it is for, or regular expressions such as `products_.*`; `*` is all of them. An alias is a name too.",
  ),
  expires_at: {
    type: t.string,
    mode: "optional",
    updatedBy: REPLACE,
    description: "When it expires (RFC 3339), in whole seconds. Without it, the key never expires.",
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
      "The key itself. The provider chooses one that nobody can guess; set it only where it has to be a certain one, of 8 characters at least. A " +
      "value exists once at a server: one that another key has is refused. Servers never show it: null after an import, where a configured value " +
      "that begins as the key does is stored as it is. Stored in the Terraform state, so protect the state like the key.",
    validators: [usableValue],
  },
  value_prefix: text(
    "The first characters of the value, by which people, and the provider, tell it from other keys.",
  ),
});

export type KeyValues = ValuesOf<typeof keySchema>;
export type KeyCall = Call<KeyValues, Service, NodePrivateState>;
export type KeyPlanning = Planning<KeyValues, Service, NodePrivateState>;
