import type { AnyProvider } from "./provider";

export interface ServeOptions {
  /** The provider's source address: "registry.terraform.io/example/notes". */
  readonly address: string;
  /** The arguments of the command line. @default process.argv, without node and the script */
  readonly args?: readonly string[];
}

/** Milliseconds since the epoch that no corrected wall clock moves. */
const monotonic = () => performance.timeOrigin + performance.now();

/**
 * Serves the provider to the Terraform that started this process, until Terraform says that it is done. With `--debug` it
 * may be started by hand, under a debugger say: it prints TF_REATTACH_PROVIDERS, which leads terraform to it, and serves
 * one command after another until it is interrupted.
 */
export async function serve(provider: AnyProvider, options: ServeOptions): Promise<void> {
  const { address, args = process.argv.slice(2) } = options;
  // Not before it is called: what a resource imports must not load the server.
  const wire = await import("../wire");
  const log = wire.createLog((line) => process.stderr.write(line), Date.now, process.env);
  const { handlersOf } = await import("./rpc/handlers");
  const { Session } = await import("./session");
  const handlers = handlersOf(new Session(provider, { log, now: monotonic }));
  if (!args.includes("--debug")) return wire.serve({ handlers });
  const { reattach, close } = await wire.serveReattach({ handlers });
  process.stdout.write(instructions(JSON.stringify({ [address]: reattach })));
  process.once("SIGINT", () => void close().then(() => process.exit(0)));
}

function instructions(providers: string): string {
  return `Provider started. To attach Terraform, set the environment variable TF_REATTACH_PROVIDERS:

  Command Prompt:  set "TF_REATTACH_PROVIDERS=${providers}"
  PowerShell:      $env:TF_REATTACH_PROVIDERS='${providers.replaceAll("'", "''")}'
  Other shells:    export TF_REATTACH_PROVIDERS='${providers.replaceAll("'", `'"'"'`)}'

It serves every command that finds it so. Ctrl-C ends it.
`;
}
