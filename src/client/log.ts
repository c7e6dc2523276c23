type LogLine = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Where the client reports what it does; any logger of this shape will do. */
export interface Log {
  debug: LogLine;
  info: LogLine;
  warn: LogLine;
}

/** A log that passes everything through `redact` first, whatever the caller put into it. */
export function redactingLog(log: Log, redact: (text: string) => string): Log {
  const clean = (value: unknown) => (typeof value === "string" ? redact(value) : value);
  const through =
    (level: keyof Log): LogLine =>
    (message, fields) =>
      log[level](
        redact(message),
        fields && Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, clean(value)])),
      );
  return { debug: through("debug"), info: through("info"), warn: through("warn") };
}
