import type { Readable, Writable } from "node:stream";
import { Secrets } from "../redaction";

type Screen = Writable & { readonly isTTY?: boolean };

/** What a command takes from the outside world. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Path of the provider's plugin, which stands beside the executable. */
  readonly plugin: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Where a command shows texts. */
export interface Output {
  /** Shows a text, without secrets and with its control characters made visible (docs/design/laws.md#l9). */
  write(text: string): void;
  /** For documents, which are passed on as they are, and for what draws on the screen with texts of this command alone. */
  readonly raw: Screen;
}

/** The outside world as commands see it: nothing they show gets by the filter. */
export interface Terminal extends Omit<ProcessContext, "stdout" | "stderr"> {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Takes the secrets that a command comes to know. */
  readonly secrets: Secrets;
}

export function terminalOf(outside: ProcessContext): Terminal {
  const { env, stdout, stderr, plugin, signal } = outside;
  const secrets = new Secrets();
  const filtered = (raw: Screen): Output => ({
    raw,
    write: (text) => void raw.write(secrets.outgoing(text)),
  });
  return {
    ...{ env, plugin, signal, secrets },
    stdout: filtered(stdout),
    stderr: filtered(stderr),
    get stdin() {
      return outside.stdin;
    },
  };
}

/** Gathers the values of an option that may be repeated, in their order. */
export function collectValues(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
