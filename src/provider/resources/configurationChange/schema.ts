import { CHANGE_SETTINGS, type SettingIn, type Settings, settingOf } from "../../../api/settings";
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
} from "../../../framework";
import {
  course,
  emailAddresses,
  fixedText,
  recreated,
  settingAttributes,
  TIMEOUTS_BLOCK,
  text,
  timeout,
  updatedAt,
} from "../../model/attributes";
import { sameInstant } from "../../model/convert";
import type { Sizing } from "../../model/sizing";
import type { ChildPrivateState } from "../../shared/child";
import { instant, windowBlock } from "../../shared/schedule/schema";
import type { Service } from "../../shared/service";

const NOT_EMPTY = checks.notEmpty();

/** Types and checks of configured settings, by the type of their values. */
const CONFIGURED = {
  yes_no: { type: t.bool, checks: [] },
  boolean: { type: t.bool, checks: [] },
  string: { type: t.string, checks: [NOT_EMPTY] },
  version: { type: t.string, checks: [NOT_EMPTY] },
  count: { type: t.number, checks: [] },
  counts: { type: t.map(t.number), checks: [NOT_EMPTY, checks.each(checks.between(1, 1000))] },
} as const;

type NewSettingAttributes = {
  readonly [Name in SettingIn<"change"> as `new_${Name}`]: ReturnType<
    typeof recreated<(typeof CONFIGURED)[Settings[Name]["type"]]["type"]>
  >;
};

/** The `new_*` attributes, without the rules that only some of them have. */
const newSettings = Object.fromEntries(
  CHANGE_SETTINGS.map((name) => {
    const { type, description, example } = settingOf(name);
    const words = `${description} afterwards${example === undefined ? "" : `, such as \`${example}\``}.`;
    const { type: attributeType, checks: validators } = CONFIGURED[type];
    return [`new_${name}`, recreated(attributeType, words, ...validators)];
  }),
) as unknown as NewSettingAttributes;

/** The attributes of `searchcloud_configuration_change` (docs/design/architecture.md#types; management API, ConfigurationChange). */
export const configurationChangeSchema = defineResourceSchema({
  id: text("Identifier of the change."),
  cluster_id: fixedText("Cluster reference ID of the cluster to change."),
  perform_change_at: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: REPLACE,
    description:
      "The moment at which the change begins (RFC 3339). Without it, and without a window, it begins as soon as possible.",
    validators: [instant],
    semanticallyEqual: sameInstant,
  },
  ...newSettings,
  new_high_availability: recreated(
    t.bool,
    "`true` turns high availability on, for good. It can never be turned off, so `false` is refused.",
    (value) => (value ? undefined : "must be true: high availability can never be turned off"),
  ),
  new_high_availability_node_count: recreated(
    t.number,
    "Number of nodes afterwards, 3 to 7, of a high-availability cluster in one region.",
    checks.between(3, 7),
  ),
  notification_email_addresses: recreated(
    t.set(t.string),
    "E-mail addresses that the service notifies of the change.",
    emailAddresses,
  ),
  triggers: recreated(
    t.map(t.string),
    "Any values; when one changes, another change is requested in place of this one.",
  ),
  wait: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether apply waits until the change is done. The default is true without a schedule, and false with one.",
  },
  window: windowBlock({ updatedBy: "recreate" }),
  timeouts: block(
    { create: timeout("How long to wait until the change is done, a duration. The default is `6h`.") },
    TIMEOUTS_BLOCK,
  ),
  ...course,
  updated_at: updatedAt,
  old: {
    type: t.nested.single(settingAttributes("", "before the change.")),
    mode: "computed",
    description: "What the cluster had before the change.",
  },
});

export type ChangeValues = ValuesOf<typeof configurationChangeSchema>;
export type ChangeCall = Call<ChangeValues, Service, ChangePrivateState>;
export type ChangePlanning = Planning<ChangeValues, Service, ChangePrivateState>;

/** Private state of a change. */
export interface ChangePrivateState extends ChildPrivateState {
  /** From the first read after an import until something has been applied. */
  readonly imported?: Imported;
}

/** The settings after an imported change. The service may show settings that nobody requested, or leave them out. */
export type Imported = Pick<ChangeValues, `new_${keyof Sizing}`>;
