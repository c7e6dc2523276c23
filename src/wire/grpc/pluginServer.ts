import {
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  Server,
  status,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthDefinition,
  ServingStatus,
} from "../generated/health";
import { GRPCBrokerDefinition, GRPCControllerDefinition, GRPCStdioDefinition } from "../generated/plugin";
import { ProviderDefinition } from "../generated/tfplugin6";
import type { ProviderHandlers } from "./handlers";
import { addService, unary } from "./service";

/**
 * A gRPC server with everything that Terraform finds on a plugin's connection: the provider, and what every plugin has.
 * It takes messages of any size: state and configuration may hold megabytes, and the only client is Terraform.
 */
export function createPluginServer(handlers: ProviderHandlers, onShutdown: () => void): Server {
  const server = new Server({
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    "grpc.enable_channelz": 0,
  });
  addService(server, ProviderDefinition, providerCalls(handlers));
  addService(server, GRPCControllerDefinition, {
    shutdown: unary(async () => {
      onShutdown();
      return {};
    }),
  });
  addService(server, GRPCBrokerDefinition, { startStream: holdBroker });
  addService(server, GRPCStdioDefinition, { streamStdio: holdStdio });
  addService(server, HealthDefinition, { check: checkHealth, watch: watchHealth });
  return server;
}

function providerCalls(handlers: ProviderHandlers): { [key: string]: UntypedHandleCall } {
  const calls = Object.entries(handlers) as [string, Parameters<typeof unary>[0]][];
  return Object.fromEntries(calls.map(([key, handler]) => [key, unary(handler)]));
}

/** Terraform opens this on every connection; nothing of ours uses a side channel. */
const holdBroker: handleBidiStreamingCall<unknown, unknown> = (call) => {
  call.on("data", () => undefined);
  call.on("end", () => call.end());
};

/** Our output goes to standard error; the open stream prevents that Terraform's end falls idle. */
const holdStdio: handleServerStreamingCall<unknown, unknown> = () => undefined;

const checkHealth: UntypedHandleCall = (
  call: { request: HealthCheckRequest },
  callback: (error: { code: status; details: string } | null, answer?: HealthCheckResponse) => void,
) => {
  const { service } = call.request;
  if (isServed(service)) callback(null, { status: ServingStatus.SERVING });
  else
    callback({ code: status.NOT_FOUND, details: `no service "${service}" here; the only one is "plugin"` });
};

const watchHealth: handleServerStreamingCall<HealthCheckRequest, HealthCheckResponse> = (call) => {
  const served = isServed(call.request.service);
  call.write({ status: served ? ServingStatus.SERVING : ServingStatus.SERVICE_UNKNOWN });
};

function isServed(service: string): boolean {
  return service === "" || service === "plugin";
}
