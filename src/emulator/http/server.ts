import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { World } from "../world";
import { createApp } from "./app";

const LOOPBACK = "127.0.0.1";

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Breaks all connections and frees the port. */
  close(): Promise<void>;
}

/** Listens on loopback only; port 0 takes a free one. @throws Error when the port is taken. */
export async function listen(world: World, port: number): Promise<RunningServer> {
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
    origin: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
