import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { type HealthCheckRequest, HealthDefinition, ServingStatus } from "../generated/health";
import { GRPCBrokerDefinition, GRPCControllerDefinition, GRPCStdioDefinition } from "../generated/plugin";
import { ProviderDefinition } from "../generated/tfplugin6";
import {
  type Answer,
  fail,
  heldOpen,
  type Method,
  pathOf,
  ready,
  type Service,
  Status,
  StatusError,
  silent,
  unary,
} from "./call";
import type { CallContext, PreparedAnswers, ProviderHandlers } from "./handlers";
import { Running } from "./handlers";

/** HTTP/2's limits, raised: the only client is Terraform, and its state and configuration may hold megabytes. */
const SESSION = {
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { initialWindowSize: 4 * 1024 * 1024 },
};

/** What answers Terraform on a plugin's connection. */
export interface PluginAnswers {
  /** What answers the provider's calls. It is read once a call needs it. */
  readonly handlers: () => Promise<ProviderHandlers>;
  /** Answers that need no handler. */
  readonly prepared?: PreparedAnswers;
  readonly onShutdown?: () => void;
  /** Counts the calls of the provider. @default a count that nobody reads */
  readonly running?: Running;
}

/**
 * Serves everything that Terraform finds on a plugin's connection: the provider, and what every plugin has.
 * @returns what takes the socket of a connection.
 */
export function createPluginServer(answers: PluginAnswers): (socket: Socket) => void {
  const answer = answerOf(answers);
  return (socket) => {
    if (socket.destroyed) return;
    const session = performServerHandshake(socket, SESSION);
    session.setLocalWindowSize(SESSION.settings.initialWindowSize);
    session.on("error", () => socket.destroy()).on("stream", answer);
    session.on(
      "stream",
      limited(() => socket.destroy()),
    );
  };
}

/**
 * In one connection. From here on, nghttp2 ends a session on which streams are reset too fast, and Node does not notice: nothing of
 * that connection is read any more, its end included. Terraform cancels no more calls than it makes at a time.
 */
const MOST_RESETS = 1000;

/** Calls `end` when as many streams have been reset as {@link MOST_RESETS} allows. */
function limited(end: () => void): (stream: ServerHttp2Stream) => void {
  let resets = 0;
  return (stream) => {
    stream.once("close", () => {
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR && ++resets === MOST_RESETS) end();
    });
  };
}

function answerOf({ handlers, prepared = {}, onShutdown, running = new Running() }: PluginAnswers) {
  const known = new Map<string, Answer>();
  const offer = (service: Service, method: Method, answer: Answer) => {
    known.set(pathOf(service, method), answer);
  };
  const provider: Service = ProviderDefinition;
  for (const [key, method] of Object.entries(provider.methods)) {
    if (method.requestStream || method.responseStream) continue;
    const name = key as keyof ProviderHandlers;
    const bytes = prepared[name];
    offer(provider, method, bytes ? ready(bytes) : unary(method, handlerOf(name, handlers, running)));
  }
  const { shutdown } = GRPCControllerDefinition.methods;
  const end = async () => {
    onShutdown?.();
    return {};
  };
  offer(GRPCControllerDefinition, shutdown, unary(shutdown, end));
  // Terraform opens this on every connection; nothing of ours uses a side channel.
  offer(GRPCBrokerDefinition, GRPCBrokerDefinition.methods.startStream, silent);
  // Our output goes to standard error; the open stream prevents that Terraform's end falls idle.
  const { streamStdio } = GRPCStdioDefinition.methods;
  offer(
    GRPCStdioDefinition,
    streamStdio,
    heldOpen(streamStdio, () => []),
  );
  const { check, watch } = HealthDefinition.methods;
  offer(HealthDefinition, check, unary(check, checkHealth));
  offer(HealthDefinition, watch, heldOpen(watch, watchHealth));
  return (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    // A stream that breaks off has nobody left to be told; its calls see it in their signal.
    stream.on("error", () => undefined);
    const { ":path": path = "" } = headers;
    const answer = known.get(path) ?? ((stream) => fail(stream, unimplemented(path)));
    if (headers["content-type"]?.startsWith("application/grpc")) answer(stream);
    else stream.respond({ ":status": 415 }, { endStream: true });
  };
}

/** The provider's handler of that name, which is looked up when it is called. */
function handlerOf(name: keyof ProviderHandlers, handlers: PluginAnswers["handlers"], running: Running) {
  return (request: never, call: CallContext): Promise<unknown> =>
    running.during(async () => {
      const handler = (await handlers())[name];
      if (!handler) throw unimplemented(name);
      return handler(request, call);
    });
}

function unimplemented(call: string): StatusError {
  return new StatusError(Status.UNIMPLEMENTED, `this plugin has no call ${call}`);
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
