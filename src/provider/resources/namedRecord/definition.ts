import type { NamedKind, OpenBody, OpenNodeRecord } from "../../../dataPlane";
import { type Problem, type ResourceFields, t, type Validator, type ValuesOf } from "../../../framework";
import { givenText } from "../../model/attributes";
import { covers, parsedJson, sameJson } from "../../model/jsonText";

/** The servers that keep a type of record, by their versions. */
export interface Servers {
  /** The first one. */
  readonly from?: string;
  /** The first one that does not any more. */
  readonly before?: string;
  /** What there is instead on the others, as sentences. */
  readonly otherwise?: string;
}

/** What a plan says beside its changes. */
export interface Note {
  readonly summary: string;
  readonly detail: string;
}

/** One type of record that a server keeps by name: what tells it from the others. */
export interface RecordDefinition<F extends ResourceFields = ResourceFields, Values = ValuesOf<F>> {
  /** The type's name without the provider's. */
  readonly type: string;
  /** As the operations name it. */
  readonly kind: NamedKind;
  readonly path: string;
  /** With a capital: "Synonym set". */
  readonly noun: string;
  readonly description: string;
  readonly nameDescription: string;
  readonly servers: Servers;
  /** What it has beside its name; all of it is edited by the one PUT. */
  readonly fields: F;
  readonly validators?: readonly Validator<Values & { readonly name: string }>[];
  /** The attribute of which a server has more, or another wording, than is configured, where there is one. */
  readonly compared?: {
    readonly attribute: keyof F & string;
    /** Whether what a server has says all that is configured. */
    readonly covers: (configured: never, seen: never) => boolean;
  };
  readonly toBody: (values: Values & { readonly name: string }) => OpenBody;
  /** The body that edits one which is there, where a PUT leaves something of it. @default toBody */
  readonly toEdit?: (values: Values & { readonly name: string }) => OpenBody;
  /** Whether a record is all that is planned, and nothing else. @default what an answer holds says the same as what is planned */
  readonly isWanted?: (record: OpenNodeRecord, values: Values) => boolean;
  /** The values that an answer holds, in the text of the state where that still says the same. */
  readonly fromAnswer: (answer: OpenNodeRecord, state: Values) => Partial<Values>;
  /** Whether servers refuse the edit, so that another record has to replace this one. */
  readonly replaces?: (prior: Values, planned: Values) => boolean;
  /**
   * What a server would refuse, where something is to be written. What is there already may be in a state, and is no problem: that is
   * why no validator says it.
   */
  readonly problem?: (values: Values & { readonly name: string }) => Problem | undefined;
  /** What to say where something is to be written. */
  readonly notes?: (values: Values & { readonly name: string }) => readonly Note[];
  /** What ends with the record for good, as sentences. */
  readonly endsWith?: string;
}

export type AnyRecordDefinition = RecordDefinition<ResourceFields, Record<string, unknown>>;

/** Checks a definition against the types of its own fields, then drops them. */
export function defineRecord<const F extends ResourceFields>(
  definition: RecordDefinition<F>,
): AnyRecordDefinition {
  return definition as unknown as AnyRecordDefinition;
}

/** A text that holds JSON. */
export const JSON_STRING = {
  type: t.string,
  mode: "required",
  updatedBy: "write",
  semanticallyEqual: sameJson,
} as const;
export const LOCALE = { ...givenText("Language of the words, such as `de`."), mode: "optional" } as const;

/** A text that servers leave out, or answer empty, where there is none. */
export const stringIn = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** Properties of an object, but for those that are null. */
export const nonNull = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));

/** The first value that is there twice; undefined: each is there once. */
export function repeated(ids: readonly unknown[]): unknown {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

/** Whether a text of JSON has all that another one says. */
export const coversJson = (configured: string, seen: string) =>
  covers(parsedJson(configured), parsedJson(seen));
