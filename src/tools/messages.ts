import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { type Files, readFiles } from "./folder";

const ROOT = resolve(__dirname, "../..");

/** Where the messages are in a checkout. */
export const MESSAGES = "src/wire/generated";

/** The messages of src/wire/proto as code. */
export async function renderMessages(): Promise<Files> {
  const bin = join(ROOT, "node_modules/.bin");
  const folder = mkdtempSync(join(tmpdir(), "messages-"));
  try {
    const template = "src/wire/proto/buf.gen.yaml";
    execFileSync(join(bin, "buf"), ["generate", "src/wire/proto", "--template", template, "-o", folder], {
      cwd: ROOT,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    });
    return await readFiles(join(folder, MESSAGES));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
