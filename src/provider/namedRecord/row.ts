import type { ResourceFields, Validator, ValuesOf } from "../../framework";
import type { NamedKind, OpenBody, OpenNodeRecord } from "../../nodes";

/** One type of record that a server keeps by name: what tells it from the others. */
export interface Row<F extends ResourceFields = ResourceFields, Values = ValuesOf<F>> {
  /** The type's name without the provider's. */
  readonly type: string;
  /** As the operations name it. */
  readonly kind: NamedKind;
  readonly path: string;
  /** With a capital: "Synonym set". */
  readonly noun: string;
  readonly description: string;
  readonly nameDescription: string;
  /** What it has beside its name; all of it is edited by the one PUT. */
  readonly fields: F;
  readonly validators?: readonly Validator<Values & { readonly name: string }>[];
  /** The attribute whose text is JSON, where it has one. */
  readonly json?: keyof F & string;
  readonly toBody: (values: Values & { readonly name: string }) => OpenBody;
  /** The values that an answer holds, in the text of the state where that still says the same. */
  readonly fromAnswer: (answer: OpenNodeRecord, state: Values) => Partial<Values>;
  /** Whether servers refuse the edit, so that another record has to replace this one. */
  readonly replaces?: (prior: Values, planned: Values) => boolean;
}

export type AnyRow = Row<ResourceFields, Record<string, unknown>>;

/** Ties the types of a row together, then forgets them. */
export function row<const F extends ResourceFields>(given: Row<F>): AnyRow {
  return given as unknown as AnyRow;
}
