import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { type HealthCheckRequest, HealthDefinition, ServingStatus } from "../generated/health";
import { GRPCBrokerDefinition, GRPCControllerDefinition, GRPCStdioDefinition } from "../generated/plugin";
import { ProviderDefinition } from "../generated/tfplugin6";
import { type Answer, fail, heldOpen, silent, unary } from "./call";
import type { ProviderHandlers } from "./handlers";
import { type Method, pathOf, type Service } from "./service";
import { Status, StatusError } from "./status";

/** Answers each stream of a connection. */
export type PluginServer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** Everything that Terraform finds on a plugin's connection: the provider, and what every plugin has. */
export function createPluginServer(handlers: ProviderHandlers, onShutdown: () => void): PluginServer {
  const answers = new Map<string, Answer>();
  const offer = (service: Service, key: string, answerOf: (method: Method) => Answer) => {
    const method = service.methods[key];
    if (method) answers.set(pathOf(service, method), answerOf(method));
  };
  for (const [key, handler] of Object.entries(handlers))
    offer(ProviderDefinition, key, (method) => unary(method, handler));
  const shutdown = async () => {
    onShutdown();
    return {};
  };
  offer(GRPCControllerDefinition, "shutdown", (method) => unary(method, shutdown));
  // Terraform opens this on every connection; nothing of ours uses a side channel.
  offer(GRPCBrokerDefinition, "startStream", () => silent);
  // Our output goes to standard error; the open stream prevents that Terraform's end falls idle.
  offer(GRPCStdioDefinition, "streamStdio", (method) => heldOpen(method, () => []));
  offer(HealthDefinition, "check", (method) => unary(method, checkHealth));
  offer(HealthDefinition, "watch", (method) => heldOpen(method, watchHealth));
  return (stream, headers) => {
    // A stream that breaks off has nobody left to be told; its calls see it in their signal.
    stream.on("error", () => undefined);
    const { ":path": path = "" } = headers;
    const answer = answers.get(path) ?? unknownCall(path);
    if (headers["content-type"]?.startsWith("application/grpc")) answer(stream);
    else stream.respond({ ":status": 415 }, { endStream: true });
  };
}

function unknownCall(path: string): Answer {
  return (stream) => fail(stream, new StatusError(Status.UNIMPLEMENTED, `this plugin has no call ${path}`));
}

const checkHealth = async ({ service }: HealthCheckRequest) => {
  if (isServed(service)) return { status: ServingStatus.SERVING };
  throw new StatusError(Status.NOT_FOUND, `no service "${service}" here; the only one is "plugin"`);
};

const watchHealth = ({ service }: HealthCheckRequest) => [
  { status: isServed(service) ? ServingStatus.SERVING : ServingStatus.SERVICE_UNKNOWN },
];

function isServed(service: string): boolean {
  return service === "" || service === "plugin";
}
