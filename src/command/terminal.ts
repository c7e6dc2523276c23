import type { Readable, Writable } from "node:stream";

/** What a command takes from the outside world. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Path of the provider's plugin, which stands beside the executable. */
  readonly plugin: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
