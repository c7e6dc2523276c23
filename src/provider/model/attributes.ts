import { CHANGE_SETTINGS, type SettingIn, type Settings, settingOf } from "../../api/settings";
import { checks, REPLACE, STATE_ONLY, t } from "../../framework";

/** Attributes that only the service sets. Descriptions end with a full stop, and name unit and allowed values. */
const computed =
  <const T>(type: T) =>
  (description: string) =>
    ({ type, mode: "computed", description }) as const;
export const text = computed(t.string);
export const flag = computed(t.bool);
export const count = computed(t.number);
export const texts = computed(t.list(t.string));
export const counts = computed(t.map(t.number));

/** A configured string that is never empty. The schema adds mode and update. */
export const givenText = (description: string) =>
  ({ type: t.string, description, validators: [checks.notEmpty()] }) as const;

/** Rejects "." and "..": in the URL of a request they would address something else. */
const notDots = (value: string) =>
  /^\.{1,2}$/.test(value) ? "must not be dots alone: in a URL they address something else" : undefined;

/** An id or name that is part of the URL of requests. */
export const givenName = (description: string) =>
  ({ type: t.string, description, validators: [checks.notEmpty(), notDots] }) as const;

/** A required id or name that cannot be edited: another value replaces the instance. */
export const fixedText = (description: string) =>
  ({ ...givenName(description), mode: "required", updatedBy: REPLACE }) as const;

/** An optional value of a change or a clone. An edit requests another one, unless an import could not know the value. */
export const recreated = <const T>(
  type: T,
  description: string,
  ...validators: readonly ((value: never) => string | undefined)[]
) => ({ type, mode: "optional", updatedBy: "recreate", description, validators }) as const;

/** The attributes that show the progress of a change or a clone. */
export const course = {
  status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
  created_at: text("When it was requested (RFC 3339)."),
  completed_at: text("When it ended (RFC 3339), or null."),
} as const;
export const updatedAt = text("When its record changed last (RFC 3339).");

/** Checks the addresses that the service notifies, because the service silently accepts a mistyped one. */
export const emailAddresses = checks.each(
  checks.matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address such as "search@example.com"'),
);

/** One timeout in a `timeouts` block. The description states its default. */
export const timeout = (description: string) =>
  ({ type: t.string, mode: "optional", description, validators: [checks.duration()] }) as const;

/** The options of every `timeouts` block. */
export const TIMEOUTS_BLOCK = {
  updatedBy: STATE_ONLY,
  description: "How long operations may take. Kept in the Terraform state only.",
} as const;

/** The hostnames of a cluster (management API, Cluster). */
export const hostnames = t.nested.single({
  nodes: texts("Hostname of each node."),
  load_balanced: text("Hostname that balances over the nodes, or null."),
  search_delivery_network: text("Hostname that answers from the nearest region, or null."),
});

/** The creator of a cluster. */
export const provisionedBy = t.nested.single({
  user_name: text("Name of the user or API key."),
  user_type: text("`User` or `API Key`."),
});

const COMPUTED = { yes_no: flag, boolean: flag, string: text, version: text, count, counts } as const;

type SettingAttributes<Prefix extends string> = {
  readonly [Name in SettingIn<"change"> as `${Prefix}${Name}`]: ReturnType<
    (typeof COMPUTED)[Settings[Name]["type"]]
  >;
};

/**
 * Returns one computed attribute per setting that a configuration change can alter.
 *
 * @param prefix of their names: "", "old_" or "new_"
 * @param when the rest of each description, such as "before the change."
 */
export function settingAttributes<const Prefix extends string>(
  prefix: Prefix,
  when: string,
): SettingAttributes<Prefix> {
  const attributes = CHANGE_SETTINGS.map((name) => {
    const { type, description, example } = settingOf(name);
    const words = example === undefined ? description : `${description} (such as \`${example}\`)`;
    return [`${prefix}${name}`, COMPUTED[type](`${words} ${when}`)];
  });
  return Object.fromEntries(attributes) as unknown as SettingAttributes<Prefix>;
}
