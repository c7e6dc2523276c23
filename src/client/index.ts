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
  CreateParameterBody,
  RegionNodeCounts,
  UpdateClusterBody,
} from "../api/requests";
export { type Client, createClient, type Freshness } from "./client";
export { type Clock, Interrupted, systemClock } from "./clock";
export type { CreateOptions } from "./clusters/create";
export type { Termination } from "./clusters/writes";
export type { ApiKeys, IssuedKeys } from "./keys/keys";
export type { Log } from "./log";
export { ApiError, type ErrorKind, isApiError } from "./messages/error";
export type { Metrics, MetricsSelection } from "./metrics/metrics";
export { type ClientOptions, ConfigurationError } from "./options";
export type { Parameters } from "./parameters/parameters";
export type { Hints, OptionsRecord } from "./reads/hints";
export type { Observed } from "./reads/observe";
export type { ClusterListing } from "./reads/store";
export type { CallOptions, Input, Operations } from "./request/operations";
export type { RecordOf } from "./request/pages";
export type { HttpAnswer, HttpRequest, Transport } from "./request/transport";
export { UnusableId } from "./request/urls";
export type { ClusterWaitSpec } from "./waits/clusterWait";
export { type Judgement, WaitFailed, type WaitSpec, WaitTimeout } from "./waits/wait";
export type { Cancellation } from "./workflows/cancel";
export type { Clones } from "./workflows/clones";
export type { WorkflowRecord } from "./workflows/kind";
export type { WorkflowWaitSpec } from "./workflows/wait";
export type { CreateWorkflowOptions } from "./workflows/workflows";
