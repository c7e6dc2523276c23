import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Dialect } from "../../api/dialects";
import { MOST_REQUESTS_PER_MINUTE, REQUESTS_PER_MINUTE, SUGGESTED_POLL_INTERVAL_MS } from "../../api/limits";
import { type EmulatorServer, startEmulatorServer } from "../../emulator";
import { parseRate } from "../../emulator/domain/access";
import type { Assumptions } from "../../emulator/domain/assumptions";
import { checkTls, type EmulatorTls } from "../../emulator/http/tls";
import { CommandError, UsageError } from "../errors";
import type { Terminal } from "../terminal";

/** The options of the command line. */
export interface EmulatorCommandOptions {
  readonly port: number;
  readonly speed: number;
  readonly rate: string;
  readonly dialect: Dialect;
  /** @default - the first answer to every question */
  readonly assume?: Partial<Assumptions>;
  /** Paths of a certificate and its key: both, or neither for plain http. */
  readonly tlsCertificate?: string;
  readonly tlsKey?: string;
}

/**
 * Runs the emulator until it is interrupted.
 * @throws UsageError for an unusable certificate, CommandError for a port in use
 */
export async function runEmulator(
  options: EmulatorCommandOptions,
  { stdout, signal }: Terminal,
): Promise<void> {
  const { port, rate, dialect, speed, assume = {}, tlsCertificate, tlsKey } = options;
  const tls = readTls(tlsCertificate, tlsKey);
  const emulator = await startEmulatorServer({
    ...{ port, rate, dialect },
    assumptions: assume,
    clock: { mode: "real", speed },
    ...(tls && { tls }),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new CommandError(
      `Port ${port} is already in use. Choose another one with --port, or 0 for a free one.`,
    );
  });
  const trusted = tls && tlsCertificate !== undefined ? [trust(tlsCertificate, tls)] : [];
  stdout.write(greeting(emulator, options, trusted));
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await emulator.close();
}

/** @throws UsageError that names the option and its file */
function readTls(certificate: string | undefined, key: string | undefined): EmulatorTls | undefined {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) throw new UsageError("--tls-key requires --tls-certificate.");
  if (key === undefined) throw new UsageError("--tls-certificate requires --tls-key.");
  const files = { certificate, key };
  const names = { certificate: `--tls-certificate ${certificate}`, key: `--tls-key ${key}` };
  const read = (of: "certificate" | "key") => {
    try {
      return readFileSync(files[of], "utf8");
    } catch (error) {
      throw new UsageError(`${names[of]} cannot be read: ${(error as Error).message}.`);
    }
  };
  const tls = { certificate: read("certificate"), key: read("key") };
  try {
    checkTls(tls, names);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return tls;
}

/** Returns the line that makes clients trust the emulator. For a signed certificate, only its owner knows the file of the authority. */
function trust(file: string, { certificate }: EmulatorTls): string {
  const own = new X509Certificate(certificate);
  return own.checkIssued(own)
    ? `  export SEARCHCLOUD_CA_CERTIFICATE_FILE=${resolve(file)}`
    : "  and set SEARCHCLOUD_CA_CERTIFICATE_FILE to the certificate of the authority that signed it, unless Node trusts it";
}

const SHORTEST_POLL_MS = 200;

/** Returns the variables with which the provider, whose clock runs in real time, keeps pace with the emulator's clock. */
function paceOf(speed: number, rate: string): string[] {
  const limit = parseRate(rate);
  const allowed = limit === null ? 0 : Math.floor((limit.requests / limit.seconds) * 60 * speed);
  const perMinute = Math.min(allowed, MOST_REQUESTS_PER_MINUTE);
  const poll = Math.max(SHORTEST_POLL_MS, Math.round(SUGGESTED_POLL_INTERVAL_MS / speed));
  return [
    ...(speed > 1 ? [`  export SEARCHCLOUD_POLL_INTERVAL=${poll}ms`] : []),
    // The variable cannot express less than one request per minute. The provider then waits after each 429.
    ...(perMinute === REQUESTS_PER_MINUTE || (limit !== null && perMinute < 1)
      ? []
      : [`  export SEARCHCLOUD_REQUESTS_PER_MINUTE=${perMinute}`]),
  ];
}

function greeting(
  emulator: EmulatorServer,
  options: EmulatorCommandOptions,
  trusted: readonly string[],
): string {
  const { speed, rate, dialect } = options;
  const keys = Object.entries(emulator.keys).map(([name, key]) => `  ${name.padEnd(10)} ${key}`);
  return [
    `The emulator of the management API and of the clusters' nodes listens at ${emulator.baseUrl}`,
    `(dialect ${dialect}, clock ${speed} times real time, rate limit ${rate}). Keys:`,
    ...keys,
    "",
    "To use it:",
    `  export SEARCHCLOUD_BASE_URL=${emulator.baseUrl}`,
    `  export SEARCHCLOUD_API_KEY=${emulator.key}`,
    `  export SEARCHCLOUD_NODE_URL='${emulator.nodeUrl}'`,
    ...paceOf(speed, rate),
    ...trusted,
    ...(dialect === "search-cloud" ? [] : [`  export SEARCHCLOUD_DIALECT=${dialect}`]),
    "",
    `Requests so far: ${emulator.controlUrl}/journal   State: ${emulator.controlUrl}/state`,
    "Ctrl-C stops the emulator. Its state is lost.",
    "",
  ].join("\n");
}
