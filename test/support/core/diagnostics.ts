import { type Diagnostic, Severity } from "../../../src/wire";

/** One message of a run, with Terraform's words where Terraform judges. */
export interface Problem {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
}

/** A run that Terraform would end with errors. */
export class CoreError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ severity, summary, detail }) => `${severity}: ${summary}\n${detail}`).join("\n\n"));
    this.name = "CoreError";
  }
}

/** The messages of a run. */
export class Problems {
  readonly all: Problem[] = [];

  get warnings(): Problem[] {
    return this.all.filter(({ severity }) => severity === "warning");
  }

  get hasErrors(): boolean {
    return this.all.some(({ severity }) => severity === "error");
  }

  /** Adds a provider's diagnostics. One without a severity is an error of the protocol. */
  add(diagnostics: readonly Diagnostic[]): void {
    for (const { severity, summary, detail } of diagnostics) {
      if (severity !== Severity.ERROR && severity !== Severity.WARNING)
        throw new Error(`a diagnostic without a severity: ${summary}`);
      this.all.push({ severity: severity === Severity.ERROR ? "error" : "warning", summary, detail });
    }
  }

  error(summary: string, detail: string): void {
    this.all.push({ severity: "error", summary, detail });
  }

  /** @throws CoreError if there is an error */
  check(): void {
    if (this.hasErrors) throw new CoreError(this.all);
  }
}
