import type { Server } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { TestWorld } from "../testing/world";
import { createApp } from "./app";
import { noteConnections } from "./serve";
import { checkTls, type EmulatorTls, loopbackName } from "./tls";

const LOOPBACK = "127.0.0.1";

/** Listens on loopback only; port 0 takes a free one. @throws Error if the port is taken or the key does not match the certificate */
export async function listen(world: TestWorld, port: number, tls?: EmulatorTls) {
  const certificate = tls && checkTls(tls, { certificate: "tls.certificate", key: "tls.key" });
  const secure = tls && { createServer, serverOptions: { cert: tls.certificate, key: tls.key } };
  const app = createApp(world);
  // The global Request and Response belong to the process that runs the emulator.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false, ...secure }) as Server;
  if (tls) noteConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const host = certificate ? `https://${loopbackName(certificate)}` : `http://${LOOPBACK}`;
  return {
    /** `http://127.0.0.1:<port>`; with TLS, https and the name of the certificate. */
    origin: `${host}:${(server.address() as AddressInfo).port}`,
    /** Breaks all connections and frees the port. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
