import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The TCP connection below each connection that speaks TLS. */
const below = new WeakMap<Socket, Socket>();

/** Takes note of the connections of a server that speaks TLS, so that {@link reset} can break them. */
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

/** Breaks a connection: the other side sees a reset, with TLS too, and no end in order. */
export function reset(socket: Socket): void {
  (below.get(socket) ?? socket).resetAndDestroy();
}
