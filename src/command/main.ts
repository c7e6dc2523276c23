import { runCommand } from "./program";

// A second Ctrl-C ends the process at once, as everywhere.
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

runCommand(process.argv.slice(2), { ...process, signal: stop.signal }).then((code) => {
  process.exitCode = code;
});
