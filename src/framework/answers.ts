import { writeSync } from "node:fs";
import { Secrets } from "../redaction";
import type { ProviderHandlers } from "../wire";
import { createLog } from "../wire/log";
import type { AnyProvider } from "./provider";
import { handlersOf } from "./rpc/handlers";
import { Session } from "./session";

/** Milliseconds since the epoch, unaffected by corrections of the wall clock. Reading `performance` would load all of node:perf_hooks. */
const START = Date.now() - process.uptime() * 1000;
const monotonic = () => START + process.uptime() * 1000;

/** Prints the error without secrets: Node would print it unchanged, and it may quote a response. */
function endWith(error: unknown, { outgoing }: Secrets): void {
  const { stack, message } = error instanceof Error ? error : new Error(String(error));
  writeSync(2, `${outgoing(stack ?? message)}\n`);
  process.exit(1);
}

/** Creates the handlers of Terraform's calls for a provider in this process. */
export function answersOf(provider: AnyProvider): ProviderHandlers {
  const secrets = new Secrets();
  const log = createLog((line) => process.stderr.write(line), Date.now, process.env, secrets.outgoing);
  process.on("uncaughtException", (error) => endWith(error, secrets));
  return handlersOf(new Session(provider, { log, now: monotonic, secrets, env: process.env }));
}
