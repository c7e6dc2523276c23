/** The only code that calls the hosted management API. Load it lazily: it brings the HTTP and schema libraries. */
export { hasEnded, isLeaving, type MetricAggregation, type MetricWindow } from "../api/enumerations";
export type { OperationId } from "../api/operations";
export type {
  CloningOperationRecord,
  ClusterRecord,
  ConfigurationChangeRecord,
  InvoiceRecord,
  MetricsRecord,
  OpenRecord,
  ServerParameterRecord,
} from "../api/records";
export type {
  CreateCloningOperationBody,
  CreateClusterBody,
  CreateConfigurationChangeBody,
  UpdateClusterBody,
} from "../api/requests";
// The machinery of requests, which src/nodes shares.
export { type Client, createClient } from "./client";
export { type Clock, Interrupted, pause, systemClock } from "./clock";
export type { Termination } from "./clusters/writes";
export type { Delays } from "./delays";
export type { Log } from "./log";
export type { ApiWords, Attempt, OperationText } from "./messages/attempt";
export { ConfigurationError } from "./messages/configurationError";
export { ApiError, ClientError, isApiError } from "./messages/error";
export { advice, cameBack, doing, ended, explain, inShort, lostAdvice } from "./messages/explain";
export type { ErrorKind, Failure } from "./messages/failure";
export { withLine } from "./messages/unresolved";
export type { ClientOptions } from "./options";
export type { Observed } from "./reads/observe";
export type { ClusterListing } from "./reads/store";
export { readAnswer } from "./request/answers";
export { readAuthorities } from "./request/authorities";
export { type ExchangeContext, exchange, headersOf, type Outcome, type Outgoing } from "./request/exchange";
export type { CallOptions } from "./request/input";
export { networkFailure } from "./request/networkFailure";
export { type HttpProxy, inWords, keepCredentials, proxyFor } from "./request/proxy";
export { backoff, isTransient } from "./request/retry";
export type { HttpAnswer, HttpRequest, Transport } from "./request/transport";
export {
  AnswerTooLarge,
  readLimited,
  type StreamAnswer,
  type StreamRequest,
  undiciTransport,
} from "./request/transport";
export { buildPath, buildQuery, UnusableId } from "./request/urls";
export { type GuardedWrite, type Resolution, type ResolveContext, resolve } from "./resolve/resolve";
export { type Judgement, WaitFailed, WaitTimeout } from "./waits/wait";
