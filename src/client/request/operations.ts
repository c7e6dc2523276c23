import type { OperationId, PathParameters } from "../../api/operations";
import { OPERATIONS } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { RequestBodies, RequestQueries } from "../../api/requests";
import type { Purpose } from "../budget/turns";
import type { Call, CallInput } from "./call";

export interface CallOptions {
  /** Ends the call; a write that is under way gets a few seconds more, so that its answer is not lost. */
  readonly signal: AbortSignal;
  /** `wait`: one of many polls of something that takes minutes; when the budget is short, what is to be done goes first. */
  readonly purpose?: Purpose;
}

type PathInput<Id extends OperationId> = keyof PathParameters<Id> extends never
  ? unknown
  : { readonly path: PathParameters<Id> };
type QueryInput<Id extends OperationId> = Id extends "getClusterMetrics"
  ? { readonly query: RequestQueries[Id] }
  : Id extends keyof RequestQueries
    ? { readonly query?: RequestQueries[Id] }
    : unknown;
type BodyInput<Id extends OperationId> = Id extends "createCloningOperation"
  ? { readonly body?: RequestBodies[Id] }
  : Id extends keyof RequestBodies
    ? { readonly body: RequestBodies[Id] }
    : unknown;

/** What goes into an operation: its path parameters, query and body, whichever of them it has. */
export type Input<Id extends OperationId> = PathInput<Id> & QueryInput<Id> & BodyInput<Id>;

/**
 * One method per operation of the API. Each sends one request (again only as the retry rule allows) and answers
 * with the record, in the canonical dialect. A write whose answer is lost throws an ApiError of the kind
 * `lost_write`; use the client's own methods where there is one that settles it.
 */
export type Operations = {
  readonly [Id in OperationId]: (input: Input<Id>, options: CallOptions) => Promise<Answer<Id>>;
};

export function createOperations(call: Call): Operations {
  const methods = (Object.keys(OPERATIONS) as OperationId[]).map((id) => [
    id,
    (input: CallInput, options: CallOptions) => call(id, input, options),
  ]);
  return Object.fromEntries(methods) as Operations;
}
