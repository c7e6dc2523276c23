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

/** A text that is configured, and never empty; mode and update are for the schema to say. */
export const givenText = (description: string) =>
  ({ type: t.string, description, validators: [checks.notEmpty()] }) as const;

/** As the id or name in the URL of a request, dots alone would address something else. */
const notDots = (value: string) =>
  /^\.{1,2}$/.test(value) ? "must not be dots alone: in a URL they address something else" : undefined;

/** An id or a name that requests are addressed with. */
export const givenName = (description: string) =>
  ({ type: t.string, description, validators: [checks.notEmpty(), notDots] }) as const;

/** A required id or name that cannot be edited: another value is another instance. */
export const fixedText = (description: string) =>
  ({ ...givenName(description), mode: "required", updatedBy: REPLACE }) as const;

/** An optional value of a change or a clone: an edit requests another one, but for what an import could not know. */
export const recreated = <const T>(
  type: T,
  description: string,
  ...validators: readonly ((value: never) => string | undefined)[]
) => ({ type, mode: "optional", updatedBy: "recreate", description, validators }) as const;

/** What every change and clone shows of its course. */
export const course = {
  status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
  created_at: text("When it was requested (RFC 3339)."),
  completed_at: text("When it ended (RFC 3339), or null."),
} as const;
export const updatedAt = text("When its record changed last (RFC 3339).");

/** Whom the service notifies of a change or a clone. Refused early: the service takes a mistyped address without a word. */
export const emailAddresses = checks.each(
  checks.matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address such as "search@example.com"'),
);

/** One time limit in a `timeouts` block; the description states its default. */
export const timeout = (description: string) =>
  ({ type: t.string, mode: "optional", description, validators: [checks.duration()] }) as const;

/** The options of every `timeouts` block. */
export const TIMEOUTS_BLOCK = {
  updatedBy: STATE_ONLY,
  description: "How long operations may take. Kept in the Terraform state only.",
} as const;

/** Where a cluster answers (management API, Cluster). */
export const hostnames = t.nested.single({
  nodes: texts("Hostname of each node."),
  load_balanced: text("Hostname that balances over the nodes, or null."),
  search_delivery_network: text("Hostname that answers from the nearest region, or null."),
});

/** Who created a cluster. */
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
