import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { runCommand } from "../../src/command/program";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  /** @default one that is not there */
  readonly plugin?: string;
}

/** Runs `searchcloud` in this process. */
export async function run(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { env = {}, stdin = "", signal = new AbortController().signal, plugin = "/no/plugin" } = options;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const read = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(words, {
    env,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr,
    signal,
    plugin,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await read;
  return { code, out, err };
}

/** A folder for the files of one test file, removed at its end. */
export function folder(): (name: string) => string {
  const path = mkdtempSync(join(tmpdir(), "searchcloud-command-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return (name) => join(path, name);
}
