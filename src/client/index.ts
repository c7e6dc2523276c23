/** The only code that calls the hosted management API. Load it lazily: it needs the HTTP and schema libraries. */
export type { MetricAggregation, MetricWindow } from "../api/enumerations";
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
export type { ErrorKind } from "../http/attempt";
export { type Clock, InterruptedError } from "../http/clock";
export { ApiError, ClientError, ConfigurationError, isApiError } from "../http/error";
export { type Client, createClient } from "./client";
export type { Delays } from "./delays";
export type { ClientOptions } from "./options";
export type { Observed } from "./reads/store";
export type { CallOptions } from "./request/call";
