type LogLine = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Where the client reports what it does; any logger of this shape will do. */
export interface Log {
  debug: LogLine;
  info: LogLine;
  warn: LogLine;
}
