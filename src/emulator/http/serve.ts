import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { type Exchange, errorReply, type Outcome } from "../domain/calls/exchange";
import { actOutside } from "../testing/control/outside";
import { withFaults } from "../testing/faults/faulting";
import type { TestWorld } from "../testing/world";

export type Env = { Bindings: HttpBindings };

/** Serves a request: moves the clock, adds it to the journal, applies faults, and carries it out. */
export async function serve(
  context: Context<Env>,
  world: TestWorld,
  arrive: (request: Request) => Promise<Exchange>,
): Promise<Response> {
  world.clock.requestArrived();
  const at = new Date(world.clock.now()).toISOString();
  const { cluster: addressed, error, carryOut, ...request } = await arrive(context.req.raw);
  const faults = world.faults.meet(request);
  const entry = world.journal.begin({
    at,
    ...request,
    done: false,
    status: null,
    faults: faults.map(({ id }) => id),
  });
  const work = async () => {
    const { outcome, done } = await carryOut();
    entry.done = done;
    return outcome;
  };
  const outcome = await withFaults(faults, work, {
    error,
    delay: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
    hold: () => world.holds.wait(),
    race: ({ cluster = addressed, do: action }) => actOutside(world, cluster, action),
  }).catch(broken);
  entry.status = "reset" in outcome ? "reset" : outcome.status;
  return send(context, outcome, world);
}

export function broken(error: Error): Outcome {
  return errorReply(500, `The emulator failed: ${error.message}`);
}

const FASTEST = { level: 1 };
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export function send(context: Context<Env>, outcome: Outcome, world: TestWorld): Response {
  const { outgoing, incoming } = context.env;
  const date = { date: new Date(world.clock.now()).toUTCString() };
  if (!("reset" in outcome)) {
    const { status, body, gzip = false } = outcome;
    const compressed = gzip && typeof body === "string" && body !== "";
    const coding: Record<string, string> = compressed ? { "content-encoding": "gzip" } : {};
    return new Response(NO_BODY.has(status) ? null : compressed ? gzipSync(body, FASTEST) : sent(body), {
      status,
      headers: { ...outcome.headers, ...coding, ...date },
    });
  }
  if (outcome.reset === null) {
    reset(incoming.socket);
    return RESPONSE_ALREADY_SENT;
  }
  const { status, headers, body } = outcome.reset;
  outgoing.writeHead(status, { ...headers, ...date, "content-length": Buffer.byteLength(body) });
  outgoing.write(body.slice(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

function sent(body: string | AsyncIterable<string>): string | ReadableStream | null {
  // Without a body there is no content type.
  if (body === "") return null;
  return typeof body === "string" ? body : ReadableStream.from(bytes(body));
}

async function* bytes(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}

/** The TCP connection below each TLS connection. */
const below = new WeakMap<Socket, Socket>();

/** Records the connections of a TLS server, so that {@link reset} can break them. */
export function noteConnections(server: Server): void {
  const opened = new Map<number, Socket>();
  server.on("connection", (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    opened.set(remotePort, socket);
    socket.once("close", () => opened.delete(remotePort));
  });
  server.on("secureConnection", (secure: Socket) => {
    const socket = opened.get(secure.remotePort ?? 0);
    if (socket) below.set(secure, socket);
  });
}

/** Breaks a connection. The other side sees a reset, with TLS too, and no orderly end. */
function reset(socket: Socket): void {
  (below.get(socket) ?? socket).resetAndDestroy();
}
