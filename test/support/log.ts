import type { Log } from "../../src/framework";

export interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

/** A log with lines that tests can read. */
export function collectLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      lines.push({ level, message, fields });
    };
  return {
    lines,
    log: { trace: at("trace"), debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
  };
}
