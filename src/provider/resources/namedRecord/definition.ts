import type { NamedKind, OpenBody, OpenNodeRecord } from "../../../dataPlane";
import {
  type Plannable,
  type Problem,
  type ResourceFields,
  t,
  type Validator,
  type ValuesOf,
} from "../../../framework";
import { givenText } from "../../model/attributes";
import { covers, parsedJson, sameJson } from "../../model/jsonText";
import type { MoveSource } from "../../shared/dataPlane";
import type { Credential } from "./credentials";

/** The server versions that have a type of record. */
export interface Servers {
  /** The first version that has it. */
  readonly from?: string;
  /** The first version that no longer has it. */
  readonly before?: string;
  /** The alternative on other servers, as sentences. */
  readonly otherwise?: string;
}

/** A warning of a plan. */
export interface Note {
  readonly summary: string;
  readonly detail: string;
}

/** The definition of one type of record that a server keeps by name. */
interface RecordDefinition<F extends ResourceFields = ResourceFields, Values = ValuesOf<F>> {
  /** The type's name without the provider's. */
  readonly type: string;
  /** As the operations name it. */
  readonly kind: NamedKind;
  readonly path: string;
  /** The request of an edit. @default the PUT of its path */
  readonly request?: string;
  /** With a capital: "Synonym set". */
  readonly noun: string;
  readonly description: string;
  readonly nameDescription: string;
  readonly servers: Servers;
  /** The types of community providers that a `moved` block can turn into it. @default none */
  readonly movedFrom?: readonly MoveSource[];
  /** The first version that can edit and delete one. A destroy on older servers leaves it there, with a warning. @default all of `servers` */
  readonly removable?: Servers;
  /** Its attributes besides the name; one PUT writes all of them. */
  readonly fields: F;
  readonly validators?: readonly Validator<Values & { readonly name: string }>[];
  /** The attribute for which a server may have more than is configured, or another notation. */
  readonly compared?: {
    readonly attribute: keyof F & string;
    /** True if the value of the server includes the configured one. */
    readonly covers: (configured: never, seen: never) => boolean;
  };
  /** The collections that a record names. */
  readonly collectionsIn?: (values: Values) => readonly unknown[];
  readonly toBody: (values: Values & { readonly name: string }) => OpenBody;
  /** The body of an edit, if a PUT of only the configured parts would leave former ones. @default toBody */
  readonly toEdit?: (values: Values & { readonly name: string }) => OpenBody;
  /** True if a record is exactly as planned. @default the values of the record are equal to the planned ones */
  readonly isWanted?: (record: OpenNodeRecord, values: Values) => boolean;
  /** Converts a record to values; a value that is equal to the one in the state keeps its notation. */
  readonly fromAnswer: (answer: OpenNodeRecord, state: Values) => Partial<Values>;
  /** True if servers reject the edit, so that another record must replace this one. */
  readonly replaces?: (prior: Values, planned: Values) => boolean;
  /**
   * Returns a problem that a server would reject, if the record is to be written. A record that exists already is not rejected, so this is
   * no validator.
   */
  readonly problem?: (values: Values & { readonly name: string }) => Problem | undefined;
  /** Returns the warnings of a plan that writes the record. */
  readonly notes?: (values: Values & { readonly name: string }, prior: Values | null) => readonly Note[];
  /** The credentials that the server keeps with it, besides the body. @default none */
  readonly credentials?: readonly Credential[];
  /** Returns the credential without which servers reject a new record; undefined: it needs none. */
  readonly needs?: (values: Plannable<Values>) => string | undefined;
  /** A warning of data that is lost with the record, as sentences. */
  readonly endsWith?: string;
}

export type AnyRecordDefinition = RecordDefinition<ResourceFields, Record<string, unknown>>;

/** Checks a definition against the types of its own fields, then drops them. */
export function defineRecord<const F extends ResourceFields>(
  definition: RecordDefinition<F>,
): AnyRecordDefinition {
  return definition as unknown as AnyRecordDefinition;
}

/** An attribute that holds JSON. */
export const JSON_STRING = {
  type: t.string,
  mode: "required",
  updatedBy: "write",
  semanticallyEqual: sameJson,
} as const;
export const LOCALE = { ...givenText("Language of the words, such as `de`."), mode: "optional" } as const;

/** Returns a string; null if it is missing or empty, because servers differ in that. */
export const stringIn = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** Returns the properties of an object that are not null. */
export const nonNull = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));

/** Returns the first value that occurs twice; undefined: there is none. */
export function repeated(ids: readonly unknown[]): unknown {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

/** True if the JSON of `seen` includes the JSON of `configured`. */
export const coversJson = (configured: string, seen: string) =>
  covers(parsedJson(configured), parsedJson(seen));
