import { createServer, type Server as NetServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "../process/certificate";

/** The certificates of both sides: only the owner of the client's certificate may connect. */
export interface Identity {
  readonly own: Certificate;
  /** The client's certificate (DER). */
  readonly client: Uint8Array;
}

/** The connections of a plugin. Without an identity, every process that can reach the socket may connect. */
export class Connections {
  readonly server: NetServer;
  /** Every socket, before and after it was accepted. */
  private readonly sockets = new Set<Socket>();
  private accepted = 0;

  /**
   * @param onAccepted called with the socket of each accepted client
   * @param onLastClosed called whenever the last open connection has closed; rejected clients do not count
   */
  constructor(
    identity: Identity | undefined,
    private readonly onAccepted: (socket: Socket) => void,
    private readonly onLastClosed: () => void,
  ) {
    this.server = identity ? this.secure(identity) : createServer((socket) => this.accept(socket));
    this.server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
  }

  /** The number of accepted clients that are still connected. */
  get open(): number {
    return this.accepted;
  }

  /** Stops listening and ends every connection at once. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /**
   * Creates a TLS server that compares the client's certificate byte by byte instead of verifying it against an authority. This is as
   * strict, because TLS proves that the client has the key, and an empty list of authorities avoids loading the system's.
   */
  private secure({ own, client }: Identity): NetServer {
    const server = createTlsServer({
      cert: own.pem,
      key: own.key,
      ca: [],
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: "TLSv1.2",
      ALPNProtocols: ["h2"],
    });
    server.on("secureConnection", (socket) => {
      const peer = socket.getPeerX509Certificate();
      if (peer?.raw.equals(client) && socket.alpnProtocol === "h2") this.accept(socket);
      else reject(socket);
    });
    return server;
  }

  private accept(socket: Socket): void {
    this.accepted += 1;
    socket.on("error", () => socket.destroy());
    socket.once("close", () => {
      this.accepted -= 1;
      if (this.accepted === 0) this.onLastClosed();
    });
    this.onAccepted(socket);
  }
}

function reject(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.destroy();
}
