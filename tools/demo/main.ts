import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmulatorServer } from "../../src/emulator";
import { prepareTool } from "../terraform/download";
import { ToolError } from "../terraform/tool";
import { ACTS, formatClock, playActs, START } from "./acts";
import { findCommandLine } from "./commandLine";
import { type Output, outputTo, REQUESTS, requestTable } from "./output";
import { DemoError, DemoStoppedError, environment, Project, runQuietly } from "./project";

const ROOT = resolve(__dirname, "../..");
const TRANSCRIPT = join(__dirname, "transcript.txt");
/** Milliseconds by which a request advances the emulator's clock, so that waits are short and every run is the same. */
const STEP = 60_000;

const USAGE = `Usage: npm run demo [-- [--no-build] [--record]]

Deploys examples/quickstart to the emulator, resizes it in a maintenance window, and destroys it again.
--no-build uses the provider and the constructs of the last build, in dist.
--record   writes the output to the transcript, from which the README's picture is drawn (npm run generate).
`;

/** Plays the story and prints the table of its requests. */
async function demo(words: readonly string[], output: Output): Promise<void> {
  const { "no-build": isBuilt, record: isRecorded } = parseOptions(words);
  const cdktf = findCommandLine();
  const tool = await prepareTool();
  process.stderr.write(`${tool.product} ${tool.version}, ${tool.path}\n`);
  const signal = stopSignal();
  if (!isBuilt) {
    process.stderr.write("Building the provider and the constructs\n");
    await runQuietly("npm", ["run", "build"], { cwd: ROOT, env: environment(), signal });
  } else if (!existsSync(join(ROOT, "dist/terraform-provider-searchcloud"))) {
    throw new DemoError("Nothing is built yet, so --no-build has nothing to use. Leave it out.");
  }
  const project = new Project(join(ROOT, "examples/quickstart"), join(ROOT, ".demo"));
  const clock = { mode: "step", start: START, stepPerRequest: STEP } as const;
  const emulator = await startEmulatorServer({ rate: "30/60", clock });
  try {
    output.show("text", `The service is an emulator here. Its clock shows ${formatClock(emulator)}.`);
    const stage = { emulator, project, output, cdktf, terraform: tool.path, signal };
    output.print("", REQUESTS, ...requestTable(await playActs(ACTS, stage)));
    output.print("", "All as expected. The project is in .demo; nothing is left running.");
  } finally {
    await emulator.close();
  }
  if (isRecorded) writeFileSync(TRANSCRIPT, output.transcript());
}

/** @throws DemoError for unknown options */
function parseOptions(words: readonly string[]) {
  try {
    const options = { "no-build": { type: "boolean" }, record: { type: "boolean" } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: false }).values;
  } catch {
    throw new DemoError(USAGE);
  }
}

/** Exit codes after a signal, as in shells. */
const STOPPED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Returns a signal that is aborted when somebody stops the demo. A second time, the process ends at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const [signal, code] of Object.entries(STOPPED)) {
    process.once(signal, () => {
      process.exitCode = code;
      stop.abort(new DemoStoppedError("Stopped. Nothing is left running."));
    });
  }
  return stop.signal;
}

const { stdout } = process;
demo(process.argv.slice(2), outputTo(stdout, stdout.isTTY && stdout.hasColors())).catch((error: unknown) => {
  const isExpected = error instanceof DemoError || error instanceof ToolError;
  const message = isExpected ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`\n${message}\n`);
  process.exitCode ??= 1;
});
