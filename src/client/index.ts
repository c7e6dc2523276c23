/** The only code that calls the hosted management API. Load it lazily: it brings the HTTP and schema libraries. */
export type { MetricAggregation, MetricWindow } from "../api/enumerations";
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
  CreateParameterBody,
  RegionNodeCounts,
  UpdateClusterBody,
} from "../api/requests";
export type { ApiKeys, IssuedKeys } from "./apiKeys";
export type { Cancellation, ChangeBody, Changes, ChangeWaitSpec, CreateChangeOptions } from "./changes";
export { type Client, createClient, type Freshness } from "./client";
export { type Clock, systemClock } from "./clock";
export type { CloneCancellation, Clones, CloneWaitSpec, CreateCloneOptions } from "./clones";
export type { Termination } from "./clusterWrites";
export type { CreateOptions } from "./creates";
export { ApiError, type ErrorKind, isApiError } from "./errors";
export type { Hints, OptionsRecord } from "./hints";
export { Interrupted } from "./interruption";
export type { Log } from "./log";
export type { Metrics, MetricsWish } from "./metrics";
export { isLeaving, type Observed } from "./observe";
export type { CallOptions, Input, Operations } from "./operations";
export { type ClientOptions, ConfigurationError } from "./options";
export type { RecordOf } from "./pages";
export type { Parameters } from "./parameters";
export type { ClusterListing } from "./store/store";
export type { ClusterWaitSpec } from "./store/wait";
export type { HttpAnswer, HttpRequest, Transport } from "./transport";
export { UnusableId } from "./urls";
export { type Judgement, WaitFailed, type WaitSpec, WaitTimeout } from "./wait";
export { hasEnded, type WorkflowRecord } from "./workflow/record";
