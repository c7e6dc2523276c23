/** The only code that calls the hosted management API. Load it lazily: it brings the HTTP and schema libraries. */
export type { ClusterRecord, ConfigurationChangeRecord } from "../api/records";
export type {
  CreateClusterBody,
  CreateConfigurationChangeBody,
  RegionNodeCounts,
  UpdateClusterBody,
} from "../api/requests";
export type { Cancellation } from "./changeCancel";
export type { ChangeBody, CreateChangeOptions } from "./changeCreates";
export { hasEnded } from "./changeListing";
export type { Changes } from "./changes";
export type { ChangeWaitSpec } from "./changeWait";
export { type Client, type ClusterWaitSpec, createClient, type Freshness } from "./client";
export { type Clock, systemClock } from "./clock";
export type { Termination } from "./clusterWrites";
export type { CreateOptions } from "./creates";
export { ApiError, type ErrorKind, isApiError } from "./errors";
export { Interrupted } from "./interruption";
export type { ClusterListing } from "./listing";
export type { Log } from "./log";
export { isLeaving, type Observed } from "./observe";
export type { CallOptions, Input, Operations } from "./operations";
export { type ClientOptions, ConfigurationError } from "./options";
export type { RecordOf } from "./pages";
export type { HttpAnswer, HttpRequest, Transport } from "./transport";
export { UnusableId } from "./urls";
export { type Judgement, WaitFailed, type WaitSpec, WaitTimeout } from "./wait";
