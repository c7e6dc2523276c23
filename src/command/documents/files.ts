import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { CommandFailure } from "../failure";

/** Whether documents come from standard input, or go to standard output. */
export function isStandard(file: string | undefined): file is undefined | "-" {
  return file === undefined || file === "-";
}

const LINE_FEED = Buffer.from("\n");

/**
 * A file that appears under its name only when it is complete.
 * @throws CommandFailure when it exists, unless `force`.
 */
export async function newFile(path: string, { force }: { readonly force: boolean }) {
  if (!force && existsSync(path))
    throw new CommandFailure(`${path} exists already, and was left alone. --force replaces it.`);
  const beside = `${path}.${randomBytes(4).toString("hex")}.part`;
  const stream = createWriteStream(beside, { flags: "wx" });
  await new Promise<void>((resolve, reject) => {
    stream.once("open", () => resolve());
    stream.once("error", (error) =>
      reject(new CommandFailure(`${path} cannot be written: ${error.message}.`)),
    );
  });
  return {
    stream,
    /** One line. */
    write(line: Uint8Array): void {
      stream.write(line);
      stream.write(LINE_FEED);
    },
    /** Gives it its name. */
    async finish(): Promise<void> {
      stream.end();
      await finished(stream);
      await rename(beside, path);
    },
    /** Leaves nothing behind. */
    async discard(): Promise<void> {
      stream.destroy();
      await rm(beside, { force: true });
    },
  };
}
