import type { Path } from "../wire/cty/error";
import type { Log } from "../wire/log";

/** What Terraform shows to the person at the terminal; `path` adds file and line of the argument it is about. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly path?: Path;
}

/** Collects diagnostics; the same one twice is one. */
export class Diagnostics {
  readonly #items: Diagnostic[] = [];

  error(summary: string, detail: string, path?: Path): void {
    this.add({ severity: "error", summary, detail, path });
  }

  warn(summary: string, detail: string, path?: Path): void {
    this.add({ severity: "warning", summary, detail, path });
  }

  /** Turns anything thrown into one error. */
  thrown(error: unknown, attempted: string): void {
    this.add({ severity: "error", ...describe(error, attempted) });
  }

  get items(): readonly Diagnostic[] {
    return this.#items;
  }

  get failed(): boolean {
    return this.#items.some((item) => item.severity === "error");
  }

  add(...items: readonly Diagnostic[]): void {
    for (const item of items) {
      const key = JSON.stringify(item);
      if (!this.#items.some((other) => JSON.stringify(other) === key)) this.#items.push(item);
    }
  }
}

/** An error with words for the person at the terminal, and the argument it is about. */
export class TerraformError extends Error {
  constructor(
    readonly summary: string,
    readonly detail: string,
    readonly path?: Path,
  ) {
    super(`${summary}: ${detail}`);
    this.name = "TerraformError";
  }
}

/** The operation reached an end that no later apply can mend: a create that ends so is tainted (docs/design/laws.md#l2). */
export class TerminalFailure extends TerraformError {
  override name = "TerminalFailure";
}

/** The one place where an error becomes words. An error that brings none is a fault of ours, and says so. */
export function describe(
  error: unknown,
  attempted: string,
): { summary: string; detail: string; path?: Path } {
  if (hasWords(error)) {
    // Errors of other makes may have a path too, which is no attribute's: that of a request, say.
    const path = error instanceof TerraformError ? error.path : undefined;
    return { summary: error.summary, detail: error.detail, path };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    summary: `Unexpected failure while ${attempted}`,
    detail:
      `${message}\n\nThis is a fault in the provider, not in your configuration. ` +
      "Run again with TF_LOG_PROVIDER=DEBUG and report it with the stack shown there.",
  };
}

/** An error that brings no words is a fault of ours: its stack goes where the person is told to look. */
export function logFault(log: Log, error: unknown, attempted: string): void {
  if (hasWords(error)) return;
  log.error(`unexpected failure while ${attempted}`, {
    stack: error instanceof Error ? error.stack : String(error),
  });
}

interface Worded {
  readonly summary: string;
  readonly detail: string;
}

export function hasWords(error: unknown): error is Error & Worded {
  return (
    error instanceof Error &&
    typeof (error as Partial<Worded>).summary === "string" &&
    typeof (error as Partial<Worded>).detail === "string"
  );
}
