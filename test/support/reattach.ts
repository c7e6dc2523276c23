import type { AnyProvider } from "../../src/framework";
import { handlersOf } from "../../src/framework/rpc/handlers";
import { Session } from "../../src/framework/session";
import { ADDRESS } from "../../src/provider/address";
import { Secrets } from "../../src/redaction";
import { serveReattach } from "../../src/wire";
import { collectLog, type LogLine } from "./log";

/** A provider served by this process; `env` leads terraform to it. */
export interface Reattached {
  readonly env: { readonly TF_REATTACH_PROVIDERS: string };
  readonly session: Session;
  /** The provider's log, oldest line first. */
  readonly lines: readonly LogLine[];
  close(): Promise<void>;
}

export interface ReattachOptions {
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
  /** The environment variables that a move may read. @default none */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Encoded schemas: every terraform process asks for them, and encoding takes longer than most other calls. */
const SCHEMA = {
  getProviderSchema: async () => (await import("../../src/schema")).schema,
  getResourceIdentitySchemas: async () => (await import("../../src/schema")).identities,
};

/** Serves a provider in process under an address such as "example.internal/test/null". */
export async function reattached(
  provider: AnyProvider,
  address: string,
  { now = Date.now, env }: ReattachOptions = {},
): Promise<Reattached> {
  const { log, lines } = collectLog();
  const session = new Session(provider, { log, now, secrets: new Secrets(), env });
  const { reattach, close } = await serveReattach({
    handlers: handlersOf(session),
    prepared: address === ADDRESS ? SCHEMA : undefined,
  });
  return { env: environment({ [address]: reattach }), session, lines, close };
}

/** One environment for several providers. */
export function combined(...all: readonly Pick<Reattached, "env">[]): Reattached["env"] {
  return environment(Object.assign({}, ...all.map(({ env }) => JSON.parse(env.TF_REATTACH_PROVIDERS))));
}

function environment(providers: Record<string, unknown>) {
  return { TF_REATTACH_PROVIDERS: JSON.stringify(providers) };
}
