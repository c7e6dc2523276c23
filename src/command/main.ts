import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { runCommand } from "./program";

// A second Ctrl-C ends the process at once, as everywhere.
const stop = new AbortController();
// Many requests of one command wait for it at a time, which is no leak to warn of.
setMaxListeners(0, stop.signal);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.once(signal, () => stop.abort());

const { env, stdout, stderr } = process;
// Whoever reads the output may have seen enough (`| head`), or closed the terminal: what has begun goes on without it.
for (const output of [stdout, stderr]) {
  output.once("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || code === "EIO") return;
    // A full disk. Some commands have said so by themselves.
    process.once("exit", () => {
      if (process.exitCode !== 1) stderr.write(`The output cannot be written: ${message}.\n`);
      process.exitCode = 1;
    });
  });
  output.on("error", () => undefined);
}
const terminal = {
  ...{ env, stdout, stderr, signal: stop.signal },
  plugin: join(__dirname, "terraform-provider-searchcloud"),
  // Not before it is read: to touch it is to open it.
  get stdin() {
    return process.stdin;
  },
};
runCommand(process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
});
