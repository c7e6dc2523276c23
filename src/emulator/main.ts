import { type EmulatorArguments, HELP, readArguments } from "./arguments";
import { type Emulator, startEmulator } from "./index";

/** Runs the emulator from the command line until it is interrupted. */
async function main(words: readonly string[]): Promise<void> {
  const options = readArguments(words);
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const { port, rate, dialect, assumptions, speed } = options;
  const emulator = await startEmulator({ port, rate, dialect, assumptions, clock: { mode: "real", speed } });
  process.stdout.write(greeting(emulator, options));
  const stop = () => void emulator.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function greeting(emulator: Emulator, { speed, rate, dialect }: EmulatorArguments): string {
  const keys = Object.entries(emulator.keys).map(([name, key]) => `  ${name.padEnd(10)} ${key}`);
  return [
    `The emulator of the management API listens at ${emulator.baseUrl}`,
    `(dialect ${dialect}, clock ${speed} times real time, rate limit ${rate}). Keys:`,
    ...keys,
    "",
    "To use it:",
    `  export SEARCHCLOUD_BASE_URL=${emulator.baseUrl}`,
    `  export SEARCHCLOUD_API_KEY=${emulator.key}`,
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
