import type { Path } from "../wire/cty/error";
import type { Log } from "../wire/log";

/** A message that Terraform shows at the terminal. `path` adds the file and line of the argument. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly path?: Path;
}

/** Collects diagnostics without duplicates. */
export class Diagnostics {
  readonly #items: Diagnostic[] = [];
  readonly #known = new Set<string>();

  readonly error = (summary: string, detail: string, path?: Path): void =>
    this.add({ severity: "error", summary, detail, path });

  readonly warn = (summary: string, detail: string, path?: Path): void =>
    this.add({ severity: "warning", summary, detail, path });

  /**
   * Adds anything thrown as one error; with `note`, as a warning that ends with the note. An error without a summary
   * and a detail is a fault in the provider: its stack is logged.
   */
  addThrown(error: unknown, attempted: string, log: Log, note?: string): void {
    const { summary, detail } = hasDiagnosticText(error) ? error : faultDiagnostic(attempted, error, log);
    // The path of another error class may be the path of a request.
    const path = error instanceof TerraformError ? error.path : undefined;
    if (note === undefined) this.error(summary, detail, path);
    else this.warn(summary, `${detail}\n\n${note}`, path);
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
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      this.#items.push(item);
    }
  }
}

/** An error with a summary and a detail for the terminal, and the path of the argument. */
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

/** Tells how to repair a state that was edited or damaged. */
export const REPAIR_STATE =
  "The state has been edited or damaged. Restore a backup of it, or correct it (terraform state pull, then push). Or take the object out of it " +
  "(terraform state rm ADDRESS), which leaves it at the service, and import it again.";

/** A failure that no later apply can fix. A create that fails so is tainted (docs/design/laws.md#l2). */
export class TerminalError extends TerraformError {
  override name = "TerminalError";
}

function faultDiagnostic(attempted: string, error: unknown, log: Log) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error(`unexpected failure while ${attempted}`, { stack });
  const detail =
    `${message}\n\nThis is a fault in the provider, not in your configuration. ` +
    "Run again with TF_LOG_PROVIDER=DEBUG and report it with the stack shown there.";
  return { summary: `Unexpected failure while ${attempted}`, detail };
}

function hasDiagnosticText(
  error: unknown,
): error is Error & { readonly summary: string; readonly detail: string } {
  if (!(error instanceof Error)) return false;
  const { summary, detail } = error as Partial<TerraformError>;
  return typeof summary === "string" && typeof detail === "string";
}
