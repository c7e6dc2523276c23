import "./interrupt";
import { writeSync } from "node:fs";
import { visible, visibleOnOneLine } from "../../redaction/visible";
import { Connections } from "../grpc/connections";
import { Running } from "../grpc/handlers";
import type { PluginAnswers } from "../grpc/pluginServer";
import { createCertificate } from "./certificate";
import { Ending, parentWatch } from "./ending";
import { type Environment, handshakeLine, type Launch, readLaunch } from "./handshake";
import { type ListenOptions, listen, socketDirectories } from "./listen";

export interface ServeOptions
  extends Pick<ListenOptions, "platform" | "directories">,
    Omit<PluginAnswers, "onShutdown" | "running"> {
  /** @default process.env */
  readonly env?: Environment;
  /** Prints the handshake line. @default standard output, which is then closed to everything else */
  readonly print?: (line: string) => void;
  /** Shows a text to a person. @default standard error */
  readonly complain?: (text: string) => void;
  /** Ends the process, with a code. @default process.exit */
  readonly onExit?: (code: number) => void;
  /** How long to wait for Terraform to connect, in milliseconds. @default 60000, Terraform's own limit */
  readonly patience?: number;
  /** How long no call runs before SIGTERM ends the process while Terraform is connected, in milliseconds. @default 2000 */
  readonly quiet?: number;
  /** Whether the process that started this one has gone. @default what the system says */
  readonly isOrphan?: () => boolean;
}

/** How long Terraform may keep its connection after it has requested the end, in milliseconds. It waits for two seconds. */
const FAREWELL = 500;

/**
 * Serves the Terraform that started this process: shakes hands, answers its calls and nobody else's, and ends the
 * process when Terraform asks for it, when its last connection closes or its process has gone (it may have been killed), or
 * when it never connects. SIGINT and SIGHUP are left to Terraform, which gets them too; SIGTERM ends the calls first.
 * Started by hand, or unable to listen, it says so and ends with 1.
 * @returns when it has ended, just after `onExit`.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const onExit = options.onExit ?? ((code) => process.exit(code));
  const complain = options.complain ?? ((text) => writeSync(2, text));
  const launch = readLaunch(options.env ?? process.env);
  if ("problem" in launch) {
    complain(visible(launch.problem));
    return onExit(1);
  }
  const print = options.print ?? claimStandardOutput();
  try {
    onExit(await serveUntilEnd(options, launch.ok, print));
  } catch (error) {
    // One line: what follows a line break Terraform would read as another.
    const problem = visibleOnOneLine(
      `This provider could not start: ${error instanceof Error ? error.message : error}`,
    );
    // Standard error shows only with TF_LOG. A line that is no handshake Terraform shows as it stands.
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
  const { isOrphan = parentWatch() } = options;
  const ending = new Ending();
  let loading: ReturnType<typeof loadServer> | undefined;
  const running = new Running();
  const onShutdown = () => ending.after(FAREWELL);
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
  ending.onTermination({ isAlone, isBusy, stop: () => void stop(options), quiet: options.quiet });
  ending.when(isOrphan);
  ending.after(options.patience ?? 60_000, isAlone);
  print(handshakeLine(listening.address, identity?.own.der));
  await server();
  const code = await ending.code;
  await connections.close();
  listening.release();
  return code;
}

/** Asks the running calls to end soon, as Terraform's own request does. */
async function stop({ handlers }: ServeOptions): Promise<void> {
  try {
    const { stopProvider } = await handlers();
    await stopProvider?.({}, { signal: new AbortController().signal });
  } catch {
    // What cannot be asked to end is ended, later.
  }
}

/** HTTP/2: what Terraform does not need before it has connected. */
async function loadServer(answers: PluginAnswers) {
  const { createPluginServer } = await import("../grpc/pluginServer");
  return createPluginServer(answers);
}

/**
 * Takes standard output for Terraform alone: what anybody prints later (console.log, a library) goes to standard error,
 * because Terraform takes any other line than the handshake for an error and stops reading soon after it. Nobody may read
 * standard error any more when Terraform was killed: what cannot be written is dropped.
 * @returns what prints the handshake line, before it returns.
 */
function claimStandardOutput(): (line: string) => void {
  process.stderr.on("error", () => undefined);
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  return (line) => {
    writeSync(1, line);
  };
}
