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
export { readAnswer } from "../http/answers";
export type { ApiWords, Attempt, OperationText } from "../http/attempt";
export { readAuthorities } from "../http/authorities";
export { type Clock, Interrupted, pause, systemClock } from "../http/clock";
export { ConfigurationError } from "../http/error";
export { ApiError, ClientError, isApiError } from "../http/error";
export { type ExchangeContext, exchange, headersOf, type Outcome, type Outgoing } from "../http/exchange";
export { advice, cameBack, doing, ended, explain, inShort, lostAdvice } from "../http/explain";
export type { ErrorKind, Failure } from "../http/attempt";
export type { Log } from "../http/exchange";
export { networkFailure } from "../http/networkFailure";
export { type HttpProxy, inWords, keepCredentials, proxyFor } from "../http/proxy";
export { backoff, isTransient } from "../http/retry";
export type { HttpAnswer, HttpRequest, Transport } from "../http/transport";
export {
  AnswerTooLarge,
  readLimited,
  type StreamAnswer,
  type StreamRequest,
  undiciTransport,
} from "../http/transport";
export { withLine } from "../http/explain";
export { buildPath, buildQuery, UnusableId } from "../http/urls";
// The machinery of requests, which src/dataPlane shares.
export { type Client, createClient } from "./client";
export type { Termination } from "./clusters/writes";
export type { Delays } from "./delays";
export type { ClientOptions } from "./options";
export type { Observed } from "./reads/store";
export type { ClusterListing } from "./reads/store";
export type { CallOptions } from "./request/call";
export { type GuardedWrite, type Resolution, type ResolveContext, resolve } from "./resolve/resolve";
export { type Judgement, WaitFailed, WaitTimeout } from "./waits/wait";
