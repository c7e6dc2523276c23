import type { OperationId, PathParameters } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { RequestBodies, RequestQueries } from "../../api/requests";
import type { Purpose } from "../budget/turns";

export interface CallOptions {
  /** Ends the call; a write that is under way gets a few seconds more, so that its answer is not lost. */
  readonly signal: AbortSignal;
  /** `wait`: one of many polls of something that takes minutes; when the budget is short, what is to be done goes first. */
  readonly purpose?: Purpose;
  /**
   * How often a read is sent again at most after a failure that may pass, or after being turned away (429).
   * @default as often as the retry rule allows (docs/design/laws.md#l8)
   */
  readonly repeats?: number;
}

type PathInput<Id extends OperationId> = keyof PathParameters<Id> extends never
  ? { readonly path?: undefined }
  : { readonly path: PathParameters<Id> };
type QueryInput<Id extends OperationId> = Id extends "getClusterMetrics"
  ? { readonly query: RequestQueries[Id] }
  : { readonly query?: Id extends keyof RequestQueries ? RequestQueries[Id] : undefined };
/** A function is called for the body each time that the request has passed the budget. */
type Body<T> = T | (() => T);
type BodyInput<Id extends OperationId> = Id extends "createCloningOperation"
  ? { readonly body?: Body<RequestBodies[Id] | undefined> }
  : Id extends keyof RequestBodies
    ? { readonly body: Body<RequestBodies[Id]> }
    : { readonly body?: undefined };

/** What goes into an operation: its path parameters, query and body, whichever of them it has. */
export type Input<Id extends OperationId> = PathInput<Id> &
  QueryInput<Id> &
  BodyInput<Id> & {
    /** Tells the call from others of its kind in messages, as in `"products"`. */
    readonly subject?: string | undefined;
    /**
     * Why an answer that can be read is none, as in "a record that was there before"; undefined: it is one. A write that is answered so is
     * lost (docs/design/laws.md#l1).
     */
    readonly mismatch?: (answer: Answer<Id>) => string | undefined;
  };
