import { type IncomingHttpHeaders, performServerHandshake, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { type HealthCheckRequest, HealthDefinition, ServingStatus } from "../generated/health";
import { GRPCBrokerDefinition, GRPCControllerDefinition, GRPCStdioDefinition } from "../generated/plugin";
import { ProviderDefinition } from "../generated/tfplugin6";
import { type Answer, fail, heldOpen, silent, unary } from "./call";
import type { ProviderHandlers } from "./handlers";
import { type Method, pathOf, type Service } from "./service";
import { Status, StatusError } from "./status";

/** HTTP/2's limits, raised: the only client is Terraform, and its state and configuration may hold megabytes. */
const SESSION = {
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { initialWindowSize: 4 * 1024 * 1024 },
};

/**
 * Serves everything that Terraform finds on a plugin's connection: the provider, and what every plugin has.
 * @returns what takes the socket of a connection.
 */
export function createPluginServer(
  handlers: ProviderHandlers,
  onShutdown: () => void,
): (socket: Socket) => void {
  const answer = answerOf(handlers, onShutdown);
  return (socket) => {
    if (socket.destroyed) return;
    const session = performServerHandshake(socket, SESSION);
    session.setLocalWindowSize(SESSION.settings.initialWindowSize);
    session.on("error", () => socket.destroy()).on("stream", answer);
  };
}

function answerOf(handlers: ProviderHandlers, onShutdown: () => void) {
  const known = new Map<string, Answer>();
  const offer = (service: Service, key: string, how: (method: Method) => Answer) => {
    const method = service.methods[key];
    if (method) known.set(pathOf(service, method), how(method));
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
  return (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    // A stream that breaks off has nobody left to be told; its calls see it in their signal.
    stream.on("error", () => undefined);
    const { ":path": path = "" } = headers;
    const answer = known.get(path) ?? unknownCall(path);
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
