import { visible } from "../redaction/visible";

/** Writes log lines that Terraform reads from a provider's standard error (shown with TF_LOG or TF_LOG_PROVIDER). */
export interface Log {
  trace(message: string, fields?: Record<string, unknown>): void;
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

const LEVELS = ["trace", "debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

/**
 * Creates a log that writes one JSON line per message, with escaped line breaks, and nothing below the level in
 * TF_LOG.
 * @param write writes one line, which includes its line feed
 * @param now milliseconds since the epoch
 * @param env TF_LOG_PROVIDER, or else TF_LOG: a level, or OFF. Unset means OFF; any other word means TRACE, as in
 *   Terraform
 * @param outgoing the filter for every string of a line. @default makes control characters visible
 */
export function createLog(
  write: (line: string) => unknown,
  now: () => number,
  env: { readonly [name: string]: string | undefined },
  outgoing: (text: string) => string = visible,
): Log {
  const threshold = thresholdOf(env.TF_LOG_PROVIDER || env.TF_LOG);
  const at = (level: Level) =>
    LEVELS.indexOf(level) < threshold
      ? () => undefined
      : (message: string, fields?: Record<string, unknown>) => {
          write(`${JSON.stringify(lineOf(level, message, now(), fields, outgoing))}\n`);
        };
  return { trace: at("trace"), debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function thresholdOf(wanted: string | undefined): number {
  if (!wanted || wanted.toUpperCase() === "OFF") return LEVELS.length;
  const names: readonly string[] = LEVELS;
  return Math.max(0, names.indexOf(wanted.toLowerCase()));
}

function lineOf(
  level: Level,
  message: string,
  now: number,
  fields: Record<string, unknown> = {},
  outgoing: (text: string) => string,
) {
  const line: { [key: string]: string } = Object.create(null);
  for (const [key, value] of Object.entries(fields))
    line[outgoing(key.replace(/^@+/, ""))] = outgoing(textOf(value));
  line["@level"] = level;
  line["@message"] = outgoing(String(message));
  line["@module"] = "provider";
  // Terraform drops a line whose timestamp has fewer than six decimals.
  line["@timestamp"] = new Date(now).toISOString().replace("Z", "000Z");
  return line;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.stack ?? String(value);
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part));
  } catch {
    return "(a value that JSON cannot represent)";
  }
}
