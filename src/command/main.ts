import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { runCommand } from "./program";

// A second Ctrl-C kills the process.
const stop = new AbortController();
// Many requests listen at the same time, so Node's warning about a leak would be wrong.
setMaxListeners(0, stop.signal);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.once(signal, () => stop.abort());

const { env, stdout, stderr } = process;
// The reader may have closed the pipe (`| head`) or the terminal. The command continues without output.
for (const output of [stdout, stderr]) {
  output.once("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || code === "EIO") return;
    // Such as a full disk. Some commands have already reported it.
    process.once("exit", () => {
      if (process.exitCode !== 1) stderr.write(`Cannot write the output: ${message}.\n`);
      process.exitCode = 1;
    });
  });
  output.on("error", () => undefined);
}
const terminal = {
  ...{ env, stdout, stderr, signal: stop.signal },
  plugin: join(__dirname, "terraform-provider-searchcloud"),
  // A getter, because the first access opens it.
  get stdin() {
    return process.stdin;
  },
};
runCommand(process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
});
