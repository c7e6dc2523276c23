import type { OpenBody, OpenNodeRecord } from "../../../dataPlane";
import {
  checks,
  isUnknown,
  type Plannable,
  TerraformError,
  t,
  type Validator,
  type ValueValidator,
} from "../../../framework";

/**
 * The credentials of a record, which the server uses for another service. A configuration has each of them as a write-only argument with a
 * version, or as an argument that is stored in the state (docs/design/data-plane.md#models).
 */
export interface Credential {
  /** The stored argument. The write-only one ends with `_wo`, and its version with `_wo_version`. */
  readonly attribute: string;
  /** Returns the properties of a request that hold it. */
  readonly toBody: (value: string) => OpenBody;
}

type Values = Readonly<Record<string, unknown>>;

const STORED = { type: t.string, mode: "optional", sensitive: true, updatedBy: "write" } as const;
const WRITE_ONLY = { type: t.string, mode: "optional", writeOnly: true } as const;
const VERSION = {
  type: t.number,
  mode: "optional",
  updatedBy: "write",
  validators: [checks.between(0, Number.MAX_SAFE_INTEGER)],
} as const;
type Described<Field> = Field & {
  readonly description: string;
  readonly validators: readonly ValueValidator<never>[];
};

type CredentialFields<Name extends string> = { readonly [One in Name]: Described<typeof STORED> } & {
  readonly [One in `${Name}_wo`]: Described<typeof WRITE_ONLY>;
} & { readonly [One in `${Name}_wo_version`]: Described<typeof VERSION> };

/** Returns the three attributes of a credential. */
export function credentialFields<const Name extends string>(
  name: Name,
  description: string,
  ...validators: readonly ValueValidator<string>[]
): CredentialFields<Name> {
  const fields = {
    [name]: {
      ...STORED,
      description: `${description} Stored in the Terraform state: prefer \`${name}_wo\` where the tool has write-only arguments.`,
      validators,
    },
    [`${name}_wo`]: {
      ...WRITE_ONLY,
      alternative: name,
      description: `${description} It is sent when the model is created and when \`${name}_wo_version\` changes: no edit of the value alone is seen.`,
      validators,
    },
    [`${name}_wo_version`]: {
      ...VERSION,
      description: `Version of \`${name}_wo\`, any whole number. Another version sends the value again. After an import it is null; setting it then sends nothing.`,
    },
  };
  return fields as unknown as CredentialFields<Name>;
}

/** Returns the validator of the three attributes of a credential. */
export function credentialValidator({ attribute }: Credential): Validator<Record<string, unknown>> {
  const [writeOnly, version] = [`${attribute}_wo`, `${attribute}_wo_version`];
  return {
    reads: [attribute, writeOnly, version],
    check: (values) => {
      const isSet = (name: string) => (values[name] ?? null) !== null;
      if (isSet(attribute) && isSet(writeOnly))
        return {
          path: [writeOnly],
          summary: `Both ${attribute} and ${writeOnly}`,
          detail: `They are one credential: ${writeOnly} is in no state, ${attribute} is for tools without write-only arguments. Remove one of them.`,
        };
      if (isSet(writeOnly) && !isSet(version))
        return {
          path: [writeOnly],
          summary: `${writeOnly} without ${version}`,
          detail: `No edit of ${writeOnly} is seen, because no state has it: another ${version} says that there is a new one. Set ${version} = 1.`,
        };
      if (isSet(version) && !isSet(writeOnly))
        return {
          path: [version],
          summary: `${version} without ${writeOnly}`,
          detail: `It says which ${writeOnly} was sent last, and there is none. Set ${writeOnly}, or remove ${version}.`,
        };
      return undefined;
    },
  };
}

/** Returns all credentials of a configuration, for a new record. */
export function configuredCredentials(
  credentials: readonly Credential[],
  config: Values | null,
  planned: Values,
): OpenBody {
  return bodiesOf(
    credentials,
    ({ attribute }) => textIn(planned, attribute) ?? textIn(config, `${attribute}_wo`),
  );
}

/**
 * Returns the credentials that an edit sends: those with another value or version. Without one, a PUT leaves the server's as it is.
 *
 * @param isImported true for a credential without a version since an import: the first one is only stored, because nobody knows which
 *   value the server has
 * @throws TerraformError if the version changes and there is no value
 */
export function editedCredentials(
  credentials: readonly Credential[],
  config: Values | null,
  { prior, planned }: { readonly prior: Values; readonly planned: Values },
  isImported: (credential: Credential) => boolean,
): OpenBody {
  return bodiesOf(credentials, (credential) => {
    const { attribute } = credential;
    const [stored, version] = [textIn(planned, attribute), `${attribute}_wo_version`];
    if (stored !== null) return stored === textIn(prior, attribute) ? null : stored;
    const [before, now] = [prior[version] ?? null, planned[version] ?? null];
    if (now === null || now === before || (before === null && isImported(credential))) return null;
    const value = textIn(config, `${attribute}_wo`);
    if (value === null)
      throw new TerraformError(
        `There is no ${attribute}_wo to send`,
        `${version} changes to ${now}, and ${attribute}_wo is null in this run. Nothing was changed. Give the value, or keep the version.`,
        [`${attribute}_wo`],
      );
    return value;
  });
}

function bodiesOf(
  credentials: readonly Credential[],
  valueFor: (credential: Credential) => string | null,
): OpenBody {
  const bodies = credentials.map((credential) => {
    const value = valueFor(credential);
    return value === null ? {} : credential.toBody(value);
  });
  return Object.assign({}, ...bodies);
}

/** True if an attribute belongs to a credential. */
export function isOfCredential(credentials: readonly Credential[], name: string): boolean {
  return credentials.some(({ attribute }) => name === attribute || name === `${attribute}_wo_version`);
}

/** Returns the credentials that have a version. */
export function versionedCredentials(credentials: readonly Credential[], values: Values): readonly string[] {
  return credentials
    .map(({ attribute }) => attribute)
    .filter((attribute) => (values[`${attribute}_wo_version`] ?? null) !== null);
}

/** Returns the stored arguments of the credentials that an edit removes from the configuration. The server keeps them. */
export function removedCredentials(
  credentials: readonly Credential[],
  prior: Values,
  planned: Values,
): readonly string[] {
  const isSet = (values: Values, { attribute }: Credential) =>
    [attribute, `${attribute}_wo_version`].some((name) => (values[name] ?? null) !== null);
  return credentials
    .filter((one) => isSet(prior, one) && !isSet(planned, one))
    .map(({ attribute }) => attribute);
}

/**
 * True if a configuration has a credential, or may have it once its values are known. A version is enough: `ignore_changes` hides the value
 * from the plan of a replacement, but not from its apply (docs/design/protocol.md#write-only).
 */
export function hasCredential(config: Plannable<Values>, attribute: string): boolean {
  return [attribute, `${attribute}_wo`, `${attribute}_wo_version`].some((name) => {
    const value = config[name] ?? null;
    return value !== null || isUnknown(value);
  });
}

/** The number of characters of a credential that servers show. */
const SHOWN = 5;

/**
 * True if a record shows these credentials: their beginnings, or all of them, or nothing. Another beginning or length proves that it has
 * another one.
 */
export function showsCredentials(record: OpenNodeRecord, sent: OpenBody): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const secret = String(value);
    const shown = record[name] ?? secret;
    const redacted =
      secret.length > SHOWN ? secret.slice(0, SHOWN).padEnd(secret.length, "*") : "*".repeat(11);
    return shown === redacted || shown === secret;
  });
}

/** Checks a credential. The messages never contain it. */
export const usableCredential: ValueValidator<string> = (value) =>
  /^[\x21-\x7e]+$/.test(value)
    ? undefined
    : "must consist of letters, digits and other visible ASCII characters: a header cannot carry others. A file may end with a line feed: trimspace(file(…)) removes it";

function textIn(values: Values | null, name: string): string | null {
  const value = values?.[name];
  return typeof value === "string" ? value : null;
}
