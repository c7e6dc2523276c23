import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmulator } from "../../src/emulator";
import { prepareTool } from "../terraform/download";
import { ToolError } from "../terraform/tool";
import { ACTS, momentOf, START } from "./acts";
import { DemoFailure, environment, quietly, Stopped } from "./command";
import { type Output, outputTo } from "./lines";
import { perform } from "./perform";
import { Program } from "./program";
import { REQUESTS, requestTable } from "./requests";
import { stageOf } from "./stage";

const ROOT = resolve(__dirname, "../..");
const TRANSCRIPT = join(__dirname, "transcript.txt");
/** How far a request moves the emulator's clock: what is waited for is done in a moment, and no run differs from another. */
const STEP = 60_000;

const USAGE = `Usage: npm run demo [-- [--no-build] [--record]]

Deploys examples/quickstart to the emulator, resizes it in a maintenance window, and destroys it again.
--no-build uses the provider and the constructs of the last build, in dist.
--record   keeps what was shown as the transcript that the README's picture is drawn from (npm run generate).
`;

/** The story from its first act to the last, and the table of its requests. */
async function demo(words: readonly string[], output: Output): Promise<void> {
  const { build, record } = readArguments(words);
  const tool = await prepareTool();
  process.stderr.write(`${tool.product} ${tool.version}, ${tool.path}\n`);
  const signal = stopped();
  if (build) {
    process.stderr.write("Building the provider and the constructs\n");
    await quietly("npm", ["run", "build"], { cwd: ROOT, env: environment(), signal });
  } else if (!existsSync(join(ROOT, "dist/terraform-provider-searchcloud"))) {
    throw new DemoFailure("Nothing is built yet, so --no-build has nothing to use. Leave it out.");
  }
  const program = Program.copyOf(join(ROOT, "examples/quickstart"), join(ROOT, ".demo"));
  const emulator = await startEmulator({
    rate: "30/60",
    clock: { mode: "step", start: START, stepPerRequest: STEP },
  });
  try {
    output.show("text", `The service is an emulator here. Its clock shows ${momentOf(emulator)}.`);
    const cdktf = require.resolve("cdktf-cli/bundle/bin/cdktf");
    const stage = stageOf({ emulator, program, output, cdktf, terraform: tool.path, signal });
    const requests = await perform(ACTS, stage, output);
    output.print("", REQUESTS, ...requestTable(requests));
    output.print("", "All as expected. The project is in .demo; nothing is left running.");
  } finally {
    await emulator.close();
  }
  if (record) writeFileSync(TRANSCRIPT, output.transcript());
}

/** @throws DemoFailure for what the demo does not know. */
function readArguments(words: readonly string[]): { readonly build: boolean; readonly record: boolean } {
  const options = { "no-build": { type: "boolean" }, record: { type: "boolean" } } as const;
  try {
    const { values } = parseArgs({ args: [...words], options, allowPositionals: false });
    return { build: values["no-build"] !== true, record: values.record === true };
  } catch {
    throw new DemoFailure(USAGE);
  }
}

/** Exit codes of what a signal has stopped, as shells write them. */
const STOPPED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Aborted as soon as somebody stops the demo; a second time, it ends at once. */
function stopped(): AbortSignal {
  const stop = new AbortController();
  for (const [signal, code] of Object.entries(STOPPED)) {
    process.once(signal, () => {
      process.exitCode = code;
      stop.abort(new Stopped("Stopped. Nothing is left running."));
    });
  }
  return stop.signal;
}

const { stdout } = process;
demo(process.argv.slice(2), outputTo(stdout, stdout.isTTY && stdout.hasColors())).catch((error: unknown) => {
  const isExpected = error instanceof DemoFailure || error instanceof ToolError;
  const message = isExpected ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`\n${message}\n`);
  process.exitCode ??= 1;
});
