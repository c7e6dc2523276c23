import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { World } from "../world";
import { createApp } from "./app";

const LOOPBACK = "127.0.0.1";

/** Listens on loopback only; port 0 takes a free one. @throws Error when the port is taken. */
export async function listen(world: World, port: number) {
  const app = createApp(world);
  // The global Request and Response belong to the process that runs the emulator.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    /** `http://127.0.0.1:<port>` */
    origin: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    /** Breaks all connections and frees the port. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
