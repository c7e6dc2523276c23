import { type Command, InvalidArgumentError, Option } from "commander";
import { DIALECTS } from "../../api/dialects";
import { parseRate } from "../../emulator/domain/access";
import {
  ASSUMPTIONS,
  type Assumptions,
  defaultAssumptions,
  withAssumptions,
} from "../../emulator/domain/assumptions";
import { CONTROL_PATH } from "../../emulator/http/app";
import { ACTS } from "../../emulator/testing/control/acts";
import type { Terminal } from "../terminal";
import { type EmulatorCommandOptions, runEmulator } from "./run";

const DESCRIPTION =
  "Starts an emulator on a loopback port. It serves all 24 operations of the management API, with state; the nodes of the clusters " +
  "(collections, documents, search, aliases, keys) below /nodes/{hostname}; and a control path that advances the clock, " +
  "injects faults, and changes clusters and their nodes outside of the API.";

const MORE = `
Open questions of the API document (the default comes first):
${Object.entries(ASSUMPTIONS)
  .map(([name, { alternatives, question }]) => `  ${name}: ${alternatives.join(" | ")}\n      ${question}`)
  .join("\n")}

Requests to the control path (JSON; \`/state\` and \`/journal\` read well in a browser):
${Object.values(ACTS)
  .map(({ line }) => `  ${line.replace(" /", ` ${CONTROL_PATH}/`)}`)
  .join("\n")}

Example:
  searchcloud emulator --port 8700 --speed 600 --assume second_terminate=201`;

/** Adds `searchcloud emulator`: an emulator of the service on this machine. */
export function addEmulator(program: Command, terminal: Terminal): void {
  program
    .command("emulator")
    .summary("Starts an emulator of the service on this machine.")
    .description(DESCRIPTION)
    .option("--port <number>", "port on 127.0.0.1; 0 chooses a free one", portIn, 8700)
    .option(
      "--speed <number>",
      "speed of its clock compared to real time; at 600, a new cluster is in service after about half a second",
      speedIn,
      1,
    )
    .option("--rate <requests/seconds>", 'rate limit per key, by that clock, or "off"', rateIn, "30/60")
    .addOption(
      new Option("--dialect <name>", "names of headers and versions in the API")
        .choices(Object.keys(DIALECTS))
        .default("search-cloud"),
    )
    .option(
      "--tls-certificate <file>",
      "serves https with this certificate for 127.0.0.1 or localhost (PEM, optionally followed by intermediate certificates)",
    )
    .option("--tls-key <file>", "private key of that certificate (PEM, not encrypted)")
    .option(
      "--assume <name=value>",
      "chooses an answer to an open question of the API document; can be repeated",
      assumedIn,
    )
    .addHelpText("after", MORE)
    .action((flags: EmulatorCommandOptions) => runEmulator(flags, terminal));
}

function portIn(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("Expected a whole number from 0 to 65535.");
}

const MAX_SPEED = 1_000_000;

function speedIn(text: string): number {
  const speed = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && speed > 0 && speed <= MAX_SPEED) return speed;
  throw new InvalidArgumentError(`Expected a number above 0, at most ${MAX_SPEED}.`);
}

function rateIn(text: string): string {
  explained(() => parseRate(text));
  return text;
}

function assumedIn(pair: string, before: Partial<Assumptions> = {}): Partial<Assumptions> {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError("Expected name=value, such as second_terminate=201.");
  const row = Object.entries(ASSUMPTIONS).find(([known]) => known === name)?.[1];
  const change = { [name]: row?.kind === "seconds" && /^\d+$/.test(value) ? Number(value) : value };
  explained(() => withAssumptions(defaultAssumptions(), change));
  return { ...before, ...change };
}

/** Turns the error of a check into one about the option. */
function explained(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
