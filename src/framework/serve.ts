import type { ProviderHandlers } from "../wire";
import type { AnyProvider } from "./provider";

export interface ServeOptions {
  /** The provider's source address: "registry.terraform.io/example/notes". */
  readonly address: string;
  /** Terraform's schema of the provider, from `schemaBytes`. @default encoded when Terraform asks for it */
  readonly schema?: () => Promise<Uint8Array>;
  /** The schemas of all identities, from `identitySchemaBytes`. @default encoded when Terraform asks for them */
  readonly identities?: () => Promise<Uint8Array>;
  /** The arguments of the command line. @default process.argv, without node and the script */
  readonly args?: readonly string[];
}

/**
 * Serves the provider to the Terraform that started this process, until Terraform shuts it down. With `--debug` it can be
 * started by hand, for example under a debugger: it prints TF_REATTACH_PROVIDERS, which leads terraform to it, and serves
 * one command after another until it is interrupted.
 * @param provider the provider, or a function that loads its handlers (`answersOf`) at the first call that needs them
 */
export async function serve(
  provider: AnyProvider | (() => Promise<ProviderHandlers>),
  options: ServeOptions,
): Promise<void> {
  const { address, schema, identities, args = process.argv.slice(2) } = options;
  const load =
    typeof provider === "function" ? provider : async () => (await import("./answers")).answersOf(provider);
  let loading: Promise<ProviderHandlers> | undefined;
  const handlers = () => (loading ??= load());
  const prepared = {
    ...(schema && { getProviderSchema: schema }),
    ...(identities && { getResourceIdentitySchemas: identities }),
  };
  // Loaded on demand: importing the framework in a resource must not load the server.
  if (!args.includes("--debug")) return (await import("../wire/process/serve")).serve({ handlers, prepared });
  const { serveReattach } = await import("../wire/process/reattach");
  const { reattach, close } = await serveReattach({ handlers: await handlers(), prepared });
  process.stdout.write(instructions(JSON.stringify({ [address]: reattach })));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.once(signal, () => void close().then(() => process.exit(0)));
}

function instructions(providers: string): string {
  return `Provider started. To attach Terraform, set the environment variable TF_REATTACH_PROVIDERS:

  Command Prompt:  set "TF_REATTACH_PROVIDERS=${providers}"
  PowerShell:      $env:TF_REATTACH_PROVIDERS='${providers.replaceAll("'", "''")}'
  Other shells:    export TF_REATTACH_PROVIDERS='${providers.replaceAll("'", `'"'"'`)}'

It serves every command that finds it this way. Ctrl-C ends it.
`;
}
