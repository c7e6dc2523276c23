import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type EmulatorArguments, HELP, readArguments } from "./arguments";
import { checkTls, type EmulatorTls } from "./http/tls";
import { type Emulator, startEmulator } from "./index";

/** Runs the emulator from the command line until it is interrupted. */
async function main(words: readonly string[]): Promise<void> {
  const options = readArguments(words);
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const { port, rate, dialect, assumptions, speed } = options;
  const tls = options.tls === null ? undefined : readTls(options.tls);
  const emulator = await startEmulator({
    ...{ port, rate, dialect, assumptions },
    clock: { mode: "real", speed },
    ...(tls && { tls }),
  });
  const trusted = tls && options.tls ? [trust(options.tls.certificate, tls)] : [];
  process.stdout.write(greeting(emulator, options, trusted));
  const stop = () => void emulator.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

/** @throws Error that names the flag and its file. */
function readTls(files: NonNullable<EmulatorArguments["tls"]>): EmulatorTls {
  const names = {
    certificate: `--tls-certificate ${files.certificate}`,
    key: `--tls-key ${files.key}`,
  };
  const read = (of: "certificate" | "key") => {
    try {
      return readFileSync(files[of], "utf8");
    } catch (error) {
      throw new Error(`${names[of]} cannot be read: ${(error as Error).message}.`);
    }
  };
  const tls = { certificate: read("certificate"), key: read("key") };
  checkTls(tls, names);
  return tls;
}

/** What makes a client on this machine trust the emulator; which authority signed the certificate, only its owner knows. */
function trust(file: string, { certificate }: EmulatorTls): string {
  const own = new X509Certificate(certificate);
  return own.checkIssued(own)
    ? `  export SEARCHCLOUD_CA_CERTIFICATE_FILE=${resolve(file)}`
    : "  and in SEARCHCLOUD_CA_CERTIFICATE_FILE the file of the authority that signed the certificate, if Node does not know it";
}

function greeting(emulator: Emulator, options: EmulatorArguments, trusted: readonly string[]): string {
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
    ...trusted,
    ...(dialect === "search-cloud" ? [] : [`  export SEARCHCLOUD_DIALECT=${dialect}`]),
    "",
    `Requests so far: ${emulator.controlUrl}/journal   State: ${emulator.controlUrl}/state`,
    "Ctrl-C stops it and drops its state.",
    "",
  ].join("\n");
}

main(process.argv.slice(2)).catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  const why = taken ? "The port is taken. Give another one with --port, or 0 for a free one." : error.message;
  process.stderr.write(`${why}\nTry --help.\n`);
  process.exitCode = 2;
});
