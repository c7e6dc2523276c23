import type { Readable, Writable } from "node:stream";
import { Secrets } from "../redaction";

type Screen = Writable & { readonly isTTY?: boolean };

/** The process in which a command runs. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Path of the provider's plugin, beside the executable. */
  readonly plugin: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** An output of a command. */
export interface Output {
  /** Writes a text with secrets redacted and control characters made visible (docs/design/laws.md#l9). */
  write(text: string): void;
  /** The unfiltered stream: for documents, and for progress bars, which contain no foreign text. */
  readonly raw: Screen;
}

/** The process as commands see it: all their messages are filtered. */
export interface Terminal extends Omit<ProcessContext, "stdout" | "stderr"> {
  readonly stdout: Output;
  readonly stderr: Output;
  /** The secrets to redact. */
  readonly secrets: Secrets;
}

export function terminalOf(context: ProcessContext): Terminal {
  const { env, stdout, stderr, plugin, signal } = context;
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
      return context.stdin;
    },
  };
}

/** Collects the values of a repeated option. */
export function collectValues(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
