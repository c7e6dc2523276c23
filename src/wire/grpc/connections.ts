import { createServer, type Server as NetServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "../process/certificate";

/** Who may connect: the owner of exactly one certificate, or, without TLS, every process that can reach the socket. */
export interface Identity {
  readonly own: Certificate;
  /** The client's certificate (DER). */
  readonly client: Uint8Array;
}

/** The connections that a plugin is served on. */
export class Connections {
  readonly server: NetServer;
  /** Every socket, before and after it was let in. */
  private readonly sockets = new Set<Socket>();
  private accepted = 0;

  /**
   * @param onAccepted called with the socket of each client that was let in.
   * @param onLastClosed called whenever the last open connection has closed. Clients that were refused do not count.
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

  /** The number of clients that were let in and are still there. */
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
   * The client's certificate is compared byte by byte instead of being verified against an authority: that is as strict
   * (TLS proves that the client holds its key), and an empty list of authorities spares loading the system's.
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
      else refuse(socket);
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

function refuse(socket: Socket): void {
  socket.on("error", () => undefined);
  socket.destroy();
}
