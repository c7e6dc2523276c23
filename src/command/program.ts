import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { addAdopt } from "./adopt/command";
import { addDocuments } from "./documents/command";
import { addDrift } from "./drift/command";
import { addEmulator } from "./emulator/command";
import { ExitError, failureText } from "./errors";
import { addInstall } from "./install";
import { type ProcessContext, terminalOf } from "./terminal";

/**
 * The exit codes of all commands but `drift`. 2 is reserved for drift: a pipeline takes it for that, even if the command's name was
 * mistyped.
 */
const [DONE, FAILED] = [0, 1];

const EXIT_CODES = `
Exit codes: ${DONE} success, ${FAILED} failure, invalid usage included. Messages go to standard error, results to standard output.
`;
/** Commands that document other exit codes. */
const OWN_EXIT_CODES = ["drift"];

/** Runs `searchcloud` with command line arguments. @returns the exit code */
export async function runCommand(words: readonly string[], outside: ProcessContext): Promise<number> {
  const terminal = terminalOf(outside);
  const { stdout, stderr } = terminal;
  const program = new Command("searchcloud")
    .description("Works with hosted search clusters from the command line.")
    .version(version)
    .addHelpText("afterAll", ({ command }) => (OWN_EXIT_CODES.includes(command.name()) ? "" : EXIT_CODES))
    .showHelpAfterError("Try --help.")
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addAdopt(program, terminal);
  addDocuments(program, terminal);
  addInstall(program, terminal);
  addDrift(program, terminal);
  addEmulator(program, terminal);
  try {
    await program.parseAsync(words, { from: "user" });
    return DONE;
  } catch (error) {
    if (error instanceof ExitError) return error.code;
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : FAILED;
    stderr.write(`${failureText(error)}\n`);
    return FAILED;
  }
}
