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

  readonly error = (summary: string, detail: string, path?: Path): void =>
    this.add({ severity: "error", summary, detail, path });

  readonly warn = (summary: string, detail: string, path?: Path): void =>
    this.add({ severity: "warning", summary, detail, path });

  /**
   * Adds anything thrown as one error; with `consolation`, as a warning that ends with it. An error without words for a
   * person is a fault in the provider: its stack goes to the log.
   */
  thrown(error: unknown, attempted: string, log: Log, consolation?: string): void {
    const { summary, detail } = hasWords(error) ? error : faultWhile(attempted, error, log);
    // Another class's path may be that of a request.
    const path = error instanceof TerraformError ? error.path : undefined;
    if (consolation === undefined) this.error(summary, detail, path);
    else this.warn(summary, `${detail}\n\n${consolation}`, path);
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

/** What to do about a state that somebody has edited, or that was damaged. */
export const REPAIR_STATE =
  "The state has been edited or damaged. Restore a backup of it, or correct it (terraform state pull, then push). Or take the object out of it " +
  "(terraform state rm ADDRESS), which leaves it at the service, and import it again.";

/** The operation reached an end that no later apply can mend: a create that ends so is tainted (docs/design/laws.md#l2). */
export class TerminalFailure extends TerraformError {
  override name = "TerminalFailure";
}

function faultWhile(attempted: string, error: unknown, log: Log) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error(`unexpected failure while ${attempted}`, { stack });
  const detail =
    `${message}\n\nThis is a fault in the provider, not in your configuration. ` +
    "Run again with TF_LOG_PROVIDER=DEBUG and report it with the stack shown there.";
  return { summary: `Unexpected failure while ${attempted}`, detail };
}

function hasWords(error: unknown): error is Error & { readonly summary: string; readonly detail: string } {
  if (!(error instanceof Error)) return false;
  const { summary, detail } = error as Partial<TerraformError>;
  return typeof summary === "string" && typeof detail === "string";
}
