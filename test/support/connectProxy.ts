import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Issued } from "./certificates";

/** A request to a proxy. */
export interface Asked {
  /** `CONNECT host:port`; anything else would have been sent in plain text. */
  readonly line: string;
  readonly authorization: string | undefined;
  /** Everything sent to the proxy in plain text. */
  readonly headers: string;
}

type Refusal = (socket: Duplex, request: IncomingMessage) => void;

/** A real proxy on loopback, which opens tunnels to configured ports. */
export interface ConnectProxy {
  /** `http://127.0.0.1:<port>`, or https. */
  readonly origin: string;
  readonly port: number;
  readonly asked: Asked[];
  /** The number of tunnels to reject, and the way. Undefined to open all. */
  refusal: Refusal | undefined;
  close(): Promise<void>;
}

/** @param routes the port on loopback for each `host:port` */
export async function connectProxy(
  routes: Readonly<Record<string, number>>,
  tls?: Issued,
): Promise<ConnectProxy> {
  const server =
    tls === undefined ? createServer() : createSecureServer({ cert: tls.certificate, key: tls.key });
  const sockets = new Set<Duplex>();
  const note = ({ method, url, headers, rawHeaders }: IncomingMessage) => {
    asked.push({
      line: `${method} ${url}`,
      authorization: headers["proxy-authorization"],
      headers: rawHeaders.join("\n"),
    });
  };
  const asked: Asked[] = [];
  const hold = (socket: Duplex) => {
    sockets.add(socket.on("error", () => undefined).once("close", () => sockets.delete(socket)));
  };
  server.on("connection", hold);
  server.on("request", (request, response) => {
    note(request);
    response.writeHead(400).end();
  });
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    note(request);
    if (proxy.refusal !== undefined) return proxy.refusal(client, request);
    const port = routes[request.url ?? ""];
    if (port === undefined) return answer(502)(client, request);
    const target = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      client.pipe(target).pipe(client);
    });
    hold(target);
    client.once("close", () => target.destroy());
    target.once("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy: ConnectProxy = {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    asked,
    refusal: undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

/** Answers a CONNECT with a status. */
export const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}): Refusal =>
  (client) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    client.end(`HTTP/1.1 ${status} No\r\n${lines.join("")}content-length: 0\r\n\r\n`);
  };
