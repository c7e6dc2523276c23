import type { Stats } from "node:fs";
import { type Line, textOf } from "../../api/dataPlane/jsonLines";
import { CommandFailure, failureText } from "../failure";
import { isSame, openOutput } from "../outputFile";

/**
 * The file of `--failed`. It is written when documents failed, and only then, when the import has ended. Where it is the input
 * itself, an import that broke off leaves it as it is: it holds what was not sent.
 *
 * @param input null: not a file
 */
export async function openFailures(path: string, input: Stats | null, signal: AbortSignal) {
  const output = await openOutput(path, { replace: true, signal });
  const { found } = output;
  const isInput = input !== null && found !== null && isSame(input, found);
  let count = 0;
  /** Gives the file its name. @returns where the documents are, as a sentence. */
  const placed = async (sentence: string): Promise<string> => {
    try {
      await output.finish();
      return sentence;
    } catch (error) {
      return failureText(error);
    }
  };
  return {
    add(line: Line): void {
      count += 1;
      output.stream.write(textOf([line]));
    },
    /** The import has reached its end. @returns where the documents are that failed. */
    async end(): Promise<string> {
      if (count > 0) return placed(`They are in ${path}: fix them, and import that file.`);
      await output.discard();
      return "";
    },
    /** The import has not reached its end. @returns the error with what the file holds. */
    async brokenOff(error: unknown): Promise<Error> {
      const failure = failureText(error);
      if (count === 0 || isInput) {
        await output.discard();
        return new CommandFailure(
          isInput ? `${failure}\n${path} is the input, and was left as it was.` : failure,
        );
      }
      const they =
        count === 1 ? "document that failed until then is" : "documents that failed until then are";
      const where = await placed(
        `The ${count} ${they} in ${path}. Documents that were not sent are only in the input.`,
      );
      return new CommandFailure(`${failure}\n${where}`);
    },
  };
}
