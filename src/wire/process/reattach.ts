import { Connections } from "../grpc/connections";
import type { PreparedAnswers, ProviderHandlers } from "../grpc/handlers";
import { createPluginServer } from "../grpc/pluginServer";
import { type ListenOptions, listen } from "./listen";

export interface ReattachOptions extends Pick<ListenOptions, "platform" | "directories"> {
  readonly handlers: ProviderHandlers;
  /** Answers that need no handler. */
  readonly prepared?: PreparedAnswers;
}

/** A provider's entry in the JSON object of TF_REATTACH_PROVIDERS, whose keys are provider addresses. */
export interface ReattachEntry {
  readonly Protocol: "grpc";
  readonly ProtocolVersion: 6;
  readonly Pid: number;
  readonly Test: true;
  readonly Addr: { readonly Network: "unix" | "tcp"; readonly String: string };
}

/**
 * Serves a provider from this process, without TLS, to any Terraform that finds it in TF_REATTACH_PROVIDERS, for tests and
 * debuggers. One process serves many commands.
 */
export async function serveReattach(
  options: ReattachOptions,
): Promise<{ reattach: ReattachEntry; close(): Promise<void> }> {
  const accept = createPluginServer({ handlers: async () => options.handlers, prepared: options.prepared });
  const connections = new Connections(undefined, accept, () => undefined);
  // Never encrypted, not even on Windows: reattaching works without TLS, as in providers in Go.
  const { address, release } = await listen(connections.server, { ...options, isEncrypted: true });
  const where = address.network === "unix" ? address.path : `${address.host}:${address.port}`;
  return {
    reattach: {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: address.network, String: where },
    },
    close: async () => {
      await connections.close();
      release();
    },
  };
}
