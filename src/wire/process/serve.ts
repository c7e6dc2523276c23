import "./interrupt";
import { writeSync } from "node:fs";
import { visible, visibleOnOneLine } from "../../redaction/visible";
import { Connections } from "../grpc/connections";
import { Running } from "../grpc/handlers";
import type { PluginAnswers } from "../grpc/pluginServer";
import { createCertificate } from "./certificate";
import { ProcessExit, watchParent } from "./exit";
import { type Environment, handshakeLine, type Launch, readLaunch } from "./handshake";
import { type ListenOptions, listen, socketDirectories } from "./listen";

export interface ServeOptions
  extends Pick<ListenOptions, "platform" | "directories">,
    Omit<PluginAnswers, "onShutdown" | "running"> {
  /** @default process.env */
  readonly env?: Environment;
  /** Prints the handshake line. @default to standard output, which nothing else can use afterwards */
  readonly print?: (line: string) => void;
  /** Shows a message to people. @default on standard error */
  readonly printError?: (text: string) => void;
  /** Ends the process with a code. @default process.exit */
  readonly onExit?: (code: number) => void;
  /** Milliseconds to wait for Terraform to connect. @default 60000, Terraform's own limit */
  readonly connectTimeout?: number;
  /** Milliseconds without a running call before SIGTERM ends the process while Terraform is connected. @default 2000 */
  readonly quietPeriod?: number;
  /** True if the process that started this one has exited. @default asks the system */
  readonly isOrphan?: () => boolean;
}

/** Milliseconds that Terraform may keep its connection after it has requested the shutdown. It waits for two seconds. */
const SHUTDOWN_GRACE = 500;

/**
 * Serves the Terraform that started this process: prints the handshake, answers the calls of this client only, and ends the
 * process when Terraform requests it, closes its last connection, exits (it may have been killed), or never connects.
 * Ignores SIGINT and SIGHUP, which Terraform gets too; on SIGTERM, the calls end first.
 * If it was started by hand, or cannot listen, it prints a message and ends with 1.
 * @returns when it has ended, just after `onExit`
 */
export async function serve(options: ServeOptions): Promise<void> {
  const onExit = options.onExit ?? ((code) => process.exit(code));
  const complain = options.printError ?? ((text) => writeSync(2, text));
  const launch = readLaunch(options.env ?? process.env);
  if ("problem" in launch) {
    complain(visible(launch.problem));
    return onExit(1);
  }
  const print = options.print ?? claimStandardOutput();
  try {
    onExit(await serveUntilEnd(options, launch.ok, print));
  } catch (error) {
    // On one line, because Terraform would read the rest as another line.
    const problem = visibleOnOneLine(
      `This provider could not start: ${error instanceof Error ? error.message : error}`,
    );
    // Terraform shows standard error only with TF_LOG, but it shows any line that is not a handshake.
    print(`${problem}\n`);
    complain(`${problem}\n`);
    onExit(1);
  }
}

async function serveUntilEnd(
  options: ServeOptions,
  { client, socketDirectory }: Launch,
  print: (line: string) => void,
): Promise<number> {
  const identity = client && { own: createCertificate(Date.now()), client };
  const { isOrphan = watchParent() } = options;
  const ending = new ProcessExit();
  let loading: ReturnType<typeof loadServer> | undefined;
  const running = new Running();
  const onShutdown = () => ending.after(SHUTDOWN_GRACE);
  const server = () => (loading ??= loadServer({ ...options, running, onShutdown }));
  const connections = new Connections(
    identity,
    (socket) =>
      void server().then(
        (accept) => accept(socket),
        () => socket.destroy(),
      ),
    () => ending.now(),
  );
  const { platform, directories = socketDirectories() } = options;
  const preferred = socketDirectory === undefined ? [] : [socketDirectory];
  const listening = await listen(connections.server, {
    platform,
    directories: [...preferred, ...directories],
    isEncrypted: identity !== undefined,
  });
  const isAlone = () => connections.open === 0;
  const isBusy = () => running.isBusy();
  ending.onTermination({ isAlone, isBusy, stop: () => void stop(options), quietPeriod: options.quietPeriod });
  ending.when(isOrphan);
  ending.after(options.connectTimeout ?? 60_000, isAlone);
  print(handshakeLine(listening.address, identity?.own.der));
  await server();
  const code = await ending.code;
  await connections.close();
  listening.release();
  return code;
}

/** Asks the running calls to end soon, as Terraform does with its own request. */
async function stop({ handlers }: ServeOptions): Promise<void> {
  try {
    const { stopProvider } = await handlers();
    await stopProvider?.({}, { signal: new AbortController().signal });
  } catch {
    // The process ends later in any case.
  }
}

/** Loads HTTP/2, which is not needed until Terraform connects. */
async function loadServer(answers: PluginAnswers) {
  const { createPluginServer } = await import("../grpc/pluginServer");
  return createPluginServer(answers);
}

/**
 * Reserves standard output for Terraform. Later output (console.log, a library) goes to standard error, because Terraform
 * treats any line but the handshake as an error and stops reading soon after it. If Terraform was killed, nobody reads
 * standard error any more, so failed writes are ignored.
 * @returns a function that prints the handshake line synchronously
 */
function claimStandardOutput(): (line: string) => void {
  process.stderr.on("error", () => undefined);
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  return (line) => {
    writeSync(1, line);
  };
}
