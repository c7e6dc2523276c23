import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A file in a zip. */
export interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly executable?: boolean;
}

/** Zips cannot say an earlier moment. */
const EARLIEST = Date.UTC(1980, 0, 1);

/** A zip of these files in this order; of the same files and date the same bytes, in every timezone. */
export async function zipOf(entries: readonly Entry[], date: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, executable = false } of entries)
    zip.addBuffer(content, name, {
      mode: executable ? 0o100755 : 0o100644,
      mtime: asLocal(new Date(Math.max(date.getTime(), EARLIEST))),
      forceDosTimestamp: true,
    });
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}

/** Zips hold the local time: the date that says in this timezone what the given one says in UTC. */
function asLocal(date: Date): Date {
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
}
