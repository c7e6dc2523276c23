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
  preparedReply,
  type Service,
  Status,
  StatusError,
  silent,
  streamed,
  unary,
} from "./call";
import {
  type CallContext,
  type PreparedAnswers,
  type ProviderHandlers,
  Running,
  type Streamed,
} from "./handlers";

/** Raised limits of HTTP/2: Terraform is the only client, and a state or configuration may have megabytes. */
const SESSION = {
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { initialWindowSize: 4 * 1024 * 1024 },
};

/** The answers to the calls on a plugin's connection. */
export interface PluginAnswers {
  /** Loads the handlers of the provider's calls, once a call needs them. */
  readonly handlers: () => Promise<ProviderHandlers>;
  /** Answers that need no handler. */
  readonly prepared?: PreparedAnswers;
  readonly onShutdown?: () => void;
  /** Counts the calls of the provider. @default an unused counter */
  readonly running?: Running;
}

/**
 * Serves everything that Terraform expects on a plugin's connection: the provider, and the services of every plugin.
 * @returns a function that serves the socket of a connection
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
 * Resets allowed on one connection. Beyond it, nghttp2 ends a session whose streams are reset too fast, and Node does not notice: nothing
 * more is read from that connection, not even its end. Terraform never cancels more calls than it makes at a time.
 */
const MOST_RESETS = 1000;

/** Calls `end` when {@link MOST_RESETS} streams have been reset. */
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
    if (method.responseStream) {
      offer(provider, method, streamed(method, streamHandlerOf(key as Streamed, handlers, running)));
      continue;
    }
    const name = key as keyof PreparedAnswers;
    const bytes = prepared[name];
    offer(provider, method, bytes ? preparedReply(bytes) : unary(method, handlerOf(name, handlers, running)));
  }
  const { shutdown } = GRPCControllerDefinition.methods;
  const end = async () => {
    onShutdown?.();
    return {};
  };
  offer(GRPCControllerDefinition, shutdown, unary(shutdown, end));
  // Terraform opens this on every connection; this plugin uses no side channel.
  offer(GRPCBrokerDefinition, GRPCBrokerDefinition.methods.startStream, silent);
  // The plugin writes to standard error instead. The open stream keeps Terraform's side from becoming idle.
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
    // Nobody can be told about an interrupted stream; its call sees the abort of its signal.
    stream.on("error", () => undefined);
    const { ":path": path = "" } = headers;
    const answer = known.get(path) ?? ((stream) => fail(stream, unimplemented(path)));
    if (headers["content-type"]?.startsWith("application/grpc")) answer(stream);
    else stream.respond({ ":status": 415 }, { endStream: true });
  };
}

/** Returns a handler that looks up the provider's handler of that name when it is called. */
function handlerOf(name: keyof PreparedAnswers, handlers: PluginAnswers["handlers"], running: Running) {
  return (request: never, call: CallContext): Promise<unknown> =>
    running.during(async () => {
      const handler = (await handlers())[name];
      if (!handler) throw unimplemented(name);
      return handler(request, call);
    });
}

/** Returns a handler that looks up the provider's handler of that stream when it is called. */
function streamHandlerOf(name: Streamed, handlers: PluginAnswers["handlers"], running: Running) {
  return (request: never, call: CallContext): AsyncIterable<unknown> =>
    running.throughout<unknown>(async () => {
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
