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
export { type Client, createClient } from "./client";
export { type Clock, Interrupted, systemClock } from "./clock";
export { createLocks } from "./clusters/locks";
export type { Termination } from "./clusters/writes";
export type { Log } from "./log";
export { ConfigurationError } from "./messages/configurationError";
export { ApiError, isApiError } from "./messages/error";
export type { ErrorKind } from "./messages/failure";
export type { ClientOptions } from "./options";
export type { Observed } from "./reads/observe";
export type { ClusterListing } from "./reads/store";
export type { CallOptions } from "./request/input";
export type { HttpAnswer, HttpRequest, Transport } from "./request/transport";
export { UnusableId } from "./request/urls";
export { type GuardedWrite, type Resolution, type ResolveContext, resolve } from "./resolve/resolve";
export { type Judgement, WaitFailed, WaitTimeout } from "./waits/wait";
