import type { NodeOperationId } from "../api/dataPlane/operations";
import type { Dialect } from "../api/dialects";
import type { OperationId } from "../api/operations";
import type { ErrorKind, Failure } from "./failure";

/** The texts of one operation; path parameters stand in braces. */
export interface OperationText {
  /** What it does; follows "Could not …". */
  readonly phrase: string;
  /** What may not exist when the answer is 404; absent where no id is in the path. */
  readonly subject?: string;
  /** How a refused write has left everything. */
  readonly untouched?: string;
  /** 400: who has to correct what. */
  readonly invalid: string;
  /** 409 and 422: the state or the configuration that it needs. */
  readonly refused: string;
  /** The reader's action when the outcome of a write is not known. */
  readonly lost?: string;
  /** The words for what it creates, where a lost answer may leave a record behind. */
  readonly created?: CreatedText;
}

/**
 * The words for what a create would have created, beside what braces hold elsewhere: `{subject}` as the attempt has it,
 * `{name}` without its quotes, `{cluster}` a named or unnamed cluster.
 */
export interface CreatedText {
  readonly verb: string;
  readonly participle: string;
  readonly noun: string;
  /** What a record has that may be it. */
  readonly fits: string;
  readonly subject: string;
  /** The reader's action where ids are known, and where none is. @default `lost` of the operation */
  readonly ifIds?: string;
  readonly ifNone?: string;
}

/** How one of the two APIs is told of. */
export interface ApiWords {
  /** Who answers, as in "the management API answered 422". */
  readonly speaker: string;
  /** The reader's action by the kind of a failure, where it is the same for all operations. */
  readonly actions: Readonly<Partial<Record<ErrorKind, string>>>;
  /** The reader's action after a 404. */
  readonly missing: (texts: OperationText) => string;
  /** The reader's action after a 401 or 403; `untouched` stands before what to do. */
  readonly forbidden: (attempt: Attempt, failed: Failure, untouched: string) => readonly string[];
}

/** What was attempted; enough to put a failure of it into words. */
export interface Attempt {
  readonly operation: OperationId | NodeOperationId;
  readonly method: string;
  readonly texts: OperationText;
  readonly api: ApiWords;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Path below the base URL, without the query. */
  readonly path: string;
  readonly baseUrl: string;
  /** The proxy through which it went, in words. */
  readonly proxy?: string | undefined;
  /** The dialect that it was written in; undefined: of no matter. */
  readonly dialect?: Dialect | undefined;
  /** What tells it from others of its kind, as in `"products"` for a create. */
  readonly subject?: string | undefined;
}

/** A text with the path parameters that stand in braces filled in. */
export function fill(text: string, path: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
}
