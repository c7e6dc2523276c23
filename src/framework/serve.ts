import { createLog, serve as serveWire } from "../wire";
import type { AnyProvider } from "./provider";
import { handlers } from "./rpc/handlers";
import { Session } from "./session";

/** Milliseconds since the epoch that no corrected wall clock moves. */
const monotonic = () => performance.timeOrigin + performance.now();

/** Serves the provider to the Terraform that started this process, until it says that it is done. */
export async function serve(provider: AnyProvider): Promise<void> {
  const log = createLog((line) => process.stderr.write(line), Date.now, process.env);
  await serveWire({ handlers: handlers(new Session(provider, { log, now: monotonic })) });
}
