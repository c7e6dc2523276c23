import {
  block,
  type Call,
  checks,
  defineResourceSchema,
  type Planning,
  REPLACE,
  STATE_ONLY,
  t,
  type ValuesOf,
  type ValueValidator,
} from "../../../framework";
import { givenText, TIMEOUTS_BLOCK, text, timeout } from "../../model/attributes";
import { sameInstant } from "../../model/convert";
import { keyPermissions, type NodePrivateState, nodeAttributes } from "../../shared/dataPlane";
import { instant } from "../../shared/schedule/schema";
import type { Service } from "../../shared/service";

/** Servers count whole seconds. */
const wholeSeconds: ValueValidator<string> = (value) =>
  Date.parse(value) % 1000 === 0
    ? undefined
    : `must not have fractions of a second: ${JSON.stringify(value)}`;

const isHeaderText = (value: string) => /^[\x21-\x7e]*$/.test(value);
const NO_HEADER =
  "must consist of letters, digits and other visible ASCII characters: a header cannot carry others";

/** Checks a value. The messages never contain it. */
const usableValue: ValueValidator<string> = (value) => {
  if (!isHeaderText(value)) return NO_HEADER;
  return value.length >= 8
    ? undefined
    : "must have at least 8 characters: everybody who lists the keys sees the first 4";
};

/** The fewest characters of a value that is in no state: it usually opens everything, and nobody sees that it is weak. */
const MIN_VALUE_WO = 32;

/** Checks a value of `value_wo`. The messages never contain it. */
export const strongValue: ValueValidator<string> = (value) => {
  if (!isHeaderText(value)) return `${NO_HEADER}, and no spaces`;
  return value.length >= MIN_VALUE_WO
    ? undefined
    : `must have at least ${MIN_VALUE_WO} characters, as in a generated password`;
};

/** The attributes of `searchcloud_key` (docs/design/data-plane.md#key). */
export const keySchema = defineResourceSchema({
  id: text("`cluster_id/number`, or the first of `node_urls` and `/number`; the number is the server's."),
  ...nodeAttributes,
  description: {
    ...givenText("Purpose of the key, shown to people who list the keys."),
    mode: "optional",
    updatedBy: REPLACE,
  },
  ...keyPermissions,
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
      "The key itself, **stored in the Terraform state**; with `value_wo`, it is not, and this is null. By default, the provider generates a " +
      "random one; set it only if it must have a certain value, of at least 8 characters. " +
      "Values are unique: the server rejects the value of another key. Servers never show it, so it is null after an import; a configured value " +
      "that begins like the imported key is then stored as it is.",
    validators: [usableValue],
  },
  value_wo: {
    type: t.string,
    mode: "optional",
    writeOnly: true,
    alternative: "value",
    description:
      "The key itself, in **no state and no plan**: from an ephemeral variable, an ephemeral resource or a vault. At least 32 visible ASCII " +
      "characters, no spaces. Needs `value_wo_version`. Terraform does not see that it changes: raise `value_wo_version` with it. Values are unique: " +
      "the server rejects the value of another key, so a new version needs a new value.",
    validators: [strongValue],
  },
  value_wo_version: {
    type: t.number,
    mode: "optional",
    updatedBy: "store",
    description:
      "Version of `value_wo`: any whole number, such as the number of values so far. Changing it creates another key. After an import it is null; setting it then sends nothing.",
    validators: [checks.between(0, Number.MAX_SAFE_INTEGER)],
  },
  bootstrap: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether to create this key without another key to the nodes: the first one of a cluster. Each create waits until the cluster is in service, issues a " +
      "pair of keys with the management API (`POST /clusters/{cluster_id}/api-keys`), creates this key with the issued admin key, and revokes both issued " +
      "keys. A destroy does the same if the nodes reject `data_api_key`. Needs `cluster_id` and `value_wo`. Changing it alone sends nothing.",
  },
  timeouts: block(
    {
      create: timeout(
        "How long `bootstrap` waits until the cluster is in service, a duration. The default is `30m`.",
      ),
    },
    TIMEOUTS_BLOCK,
  ),
  value_prefix: text("The first characters of the value, which distinguish the key from others."),
});

export type KeyValues = ValuesOf<typeof keySchema>;
export type KeyCall = Call<KeyValues, Service, NodePrivateState>;
export type KeyPlanning = Planning<KeyValues, Service, NodePrivateState>;
